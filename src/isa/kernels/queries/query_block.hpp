#pragma once

#include "core/bvh_layout.hpp"
#include "isa/kernels/boxes/box_margin.hpp"
#include "isa/kernels/columns/gather.hpp"
#include "isa/kernels/columns/ignored_ids.hpp"
#include "isa/kernels/columns/scatter.hpp"
#include "isa/kernels/queries/defaults.hpp"
#include "lanecast/answers.hpp"
#include "lanecast/fault.hpp"

/// Prepared queries of a block, for every query type.
namespace lanecast::LANECAST_ISA {

/// Queries that see instances move during a step: those of particles.
template <class Query>
concept MovesWithInstances = requires(typename Query::Prepared& prepared) {
    prepared.motion;
    prepared.first_query;
};

/// A group of prepared queries.
template <class Query>
struct QueryGroup {
    typename Query::Prepared prepared;
    alignas(64) std::uint32_t mask[group_size];
    alignas(64) std::uint32_t first_ignored[group_size];
    alignas(64) std::uint32_t ignored_count[group_size]; ///< see IgnoredIds
    alignas(64) std::uint32_t miss_flags[group_size];    ///< flag::invalid for queries with a fault
    unsigned asked; ///< bit mask of the queries that are active and valid

    /// Prepares the queries of a block from the first-th on.
    /// @param queries  StagedInputs or OneInput
    /// @param scene    whose BVH the queries descend
    /// @returns the number of queries with a fault
    template <int W, class Inputs>
    std::size_t prepare(const Inputs& queries, const Block& block, int first,
                        const SceneView& scene) {
        const typename Query::template Margins<W> margins(scene.space);
        if constexpr (MovesWithInstances<Query>) {
            prepared.motion = scene.motion;
            prepared.first_query =
                static_cast<std::uint32_t>(block.first) + static_cast<std::uint32_t>(first);
        }
        std::size_t invalid = 0;
        asked = 0;
        for (int i = 0; i < group_size && first + i < block.size; i += W) {
            const typename Query::template Raw<W> raw(queries, first + i);
            const Int<W> layers = queries.ints(Query::Inputs::mask, first + i);
            const Mask<W> active = ~(layers == Int<W>(0));
            const Mask<W> valid = raw.valid();
            prepared.store(i, raw.prepared(), margins);
            layers.store(mask + i);
            set_ignored(i, ignored_ids(queries.ints(Query::Inputs::ignore, first + i),
                                       queries.ints(Query::Inputs::ignore_count, first + i)));
            const Mask<W> faulty = active & ~valid;
            select(faulty, Int<W>(flag::invalid), Int<W>(0)).store(miss_flags + i);
            const unsigned lanes = lanes_in_block<W>(block, first + i);
            invalid += count_bits(faulty.bits() & lanes);
            asked |= ((active & valid).bits() & lanes) << i;
        }
        return invalid;
    }

    [[nodiscard]] bool is_asked(int i) const { return (asked >> i) & 1u; }

    /// The ids that query i ignores, in all lanes.
    [[nodiscard]] IgnoredIds<leaf_lanes> ignored(int i) const {
        return IgnoredRange{first_ignored[i], ignored_count[i]};
    }
    [[nodiscard]] bool ignores(int i, std::uint32_t id) const {
        return IgnoredRange{first_ignored[i], ignored_count[i]}.has(id);
    }
    /// Sets the ids that queries i to i + W - 1 ignore.
    template <int W>
    void set_ignored(int i, const IgnoredIds<W>& ignored) {
        ignored.first.store(first_ignored + i);
        ignored.count.store(ignored_count + i);
    }
};

/// Up to `most` prepared queries of a block.
template <class Query, int most>
class QueryBlock {
public:
    /// See QueryGroup::prepare().
    template <int W, class Inputs>
    std::size_t prepare(const Inputs& queries, const Block& block, const SceneView& scene) {
        std::size_t invalid = 0;
        for (int i = 0; i < block.size; i += group_size)
            invalid += groups_[i / group_size].template prepare<W>(queries, block, i, scene);
        return invalid;
    }

    /// The group of query i. The query's position in it is place(i).
    [[nodiscard]] const QueryGroup<Query>& group(int i) const {
        return groups_[static_cast<unsigned>(i) / group_size];
    }
    [[nodiscard]] static int place(int i) {
        return static_cast<int>(static_cast<unsigned>(i) % group_size);
    }

    [[nodiscard]] bool is_asked(int i) const { return group(i).is_asked(place(i)); }
    [[nodiscard]] float limit(int i) const { return group(i).prepared.limit(place(i)); }

private:
    QueryGroup<Query> groups_[most / group_size];
};

} // namespace lanecast::LANECAST_ISA
