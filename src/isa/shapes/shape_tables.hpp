#pragma once

#include "isa/shapes/shape_list.hpp"

/// Tables with an entry for each shape, or for each kind of leaf.
namespace lanecast::LANECAST_ISA {

template <class Entry>
struct ByShape {
    Entry of[shape_kinds];
};
template <class Entry>
struct ByKind {
    Entry of[child_kinds];
};

/// Table of the results of make.template operator()<Shape>(), one for each shape.
template <class Entry, class Make>
constexpr ByShape<Entry> by_shape(Make make) {
    ByShape<Entry> table = {};
    ShapeList::fill(table.of, make);
    return table;
}

/// As by_shape(), with an entry for mixed leaves and none for instances.
template <class Entry, class Make>
constexpr ByKind<Entry> by_kind(Entry mixed, Make make) {
    ByKind<Entry> table = {};
    ShapeList::fill(table.of, make);
    table.of[static_cast<int>(Kind::mixed)] = mixed;
    return table;
}

/// A table of by_kind() with an entry for instances.
template <class Entry>
constexpr ByKind<Entry> with_instances(ByKind<Entry> table, Entry instances) {
    table.of[static_cast<int>(Kind::instance)] = instances;
    return table;
}

} // namespace lanecast::LANECAST_ISA
