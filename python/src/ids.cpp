#include "ids.hpp"

#include <array>
#include <cstring>
#include <optional>

#include "numbers.hpp"

namespace lanecast::python {
namespace {

const std::optional<Vec3d> no_origin;

} // namespace

IdArgument::IdArgument(const py::object& ids) : arguments_(no_origin) {
    arguments_.read({"ids", Number::word}, ids);
    arguments_.broadcast();
    std::array<Component, 1> components;
    arguments_.components(0, components.data());
    const bool is_one = components[0].kind == Component::Kind::value;
    same_.assign(is_one ? count() : 0, components[0].value);
    column_ = is_one ? Input<std::uint32_t>(same_) : Input<std::uint32_t>::over(components);
}

std::uint32_t IdArgument::first() const {
    std::uint32_t id = 0;
    std::memcpy(&id, column_.components()[0].address, sizeof id);
    return id;
}

} // namespace lanecast::python
