#pragma once

#include "isa/kernels/instances/particle_paths.hpp"
#include "isa/kernels/single/walk.hpp"

/// Queries at leaves with instances: the query is transformed into the prototype of each instance
/// and answered there, as if the prototype were the scene. Prototypes hold no instances, so the
/// recursion ends.
namespace lanecast::LANECAST_ISA {
namespace {

/// Which query it is, for those that see instances move.
struct NumberedQuery {
    const MotionCall* motion = nullptr;
    std::uint32_t number = 0; ///< in the batch

    template <class Query>
    static NumberedQuery of(const QueryGroup<Query>& queries, int i) {
        if constexpr (MovesWithInstances<Query>)
            return {queries.prepared.motion,
                    queries.prepared.first_query + static_cast<std::uint32_t>(i)};
        else
            return {};
    }
};

/// A block of instances, and one query transformed into the prototype of each, in the instance's
/// lane.
template <class Query>
class TransformedQuery {
public:
    /// @param lanes  the query in all lanes
    template <class Lanes>
    TransformedQuery(const Lanes& lanes, std::uint32_t mask, const IgnoredIds<leaf_lanes>& ignored,
                     NumberedQuery query, const float* block)
        : block_(block) {
        const auto masks = Int<leaf_lanes>::load(ids() + leaf_lanes);
        const Int<leaf_lanes> none(0);
        const Mask<leaf_lanes> off =
            ((masks & Int<leaf_lanes>(mask)) == none) | ignored.has(Int<leaf_lanes>::load(ids()));
        asked_ = (~off).bits();
        if (asked_ == 0)
            return;
        const TreeSpace* spaces[leaf_lanes];
        for (std::uint32_t lane = 0; lane < leaf_lanes; ++lane)
            spaces[lane] = &prototype(lane).space;
        Mask<leaf_lanes> able;
        auto there =
            Query::transformed(lanes, InstanceTransform<leaf_lanes>(BlockRows{block}), able);
        if constexpr (MovesWithInstances<Query>)
            if (query.motion != nullptr)
                follow(lanes, query, there, able);
        queries_.prepared.template store<leaf_lanes>(
            0, there, typename Query::template Margins<leaf_lanes>(spaces));
        Int<leaf_lanes>(mask).store(queries_.mask);
        queries_.set_ignored(0, IgnoredIds<leaf_lanes>::none()); // ids of the prototype differ
        // Queries beyond 2^60 in the prototype are misses in every engine.
        asked_ &=
            (able & (Int<leaf_lanes>::load(queries_.prepared.box.out_of_tree) == none)).bits();
    }

    /// Calls visit(lane) for the instances to test, until it returns true.
    template <class Visit>
    bool for_each(Visit visit) const {
        for (unsigned lanes = asked_; lanes != 0; lanes &= lanes - 1)
            if (visit(static_cast<std::uint32_t>(__builtin_ctz(lanes))))
                return true;
        return false;
    }

    [[nodiscard]] const QueryGroup<Query>& queries() const { return queries_; }
    /// Limits answers to `limit`, which is in units of the world.
    void set_limit(std::uint32_t lane, float limit) {
        queries_.prepared.set_limit(static_cast<int>(lane), Query::limit_into(limit, scale(lane)));
    }
    /// Converts an answer from the prototype to the world.
    [[nodiscard]] Answer out(std::uint32_t lane, std::uint32_t unit, const Answer& shape) const {
        return Answer::of_instance(instance(lane, unit), shape,
                                   Query::value_out(shape.t, scale(lane)));
    }
    [[nodiscard]] Answer instance(std::uint32_t lane, std::uint32_t unit) const {
        return {0.0f, ids()[lane], static_cast<std::uint32_t>(Kind::instance), unit, lane};
    }
    [[nodiscard]] std::uint32_t mask(std::uint32_t lane) const { return ids()[leaf_lanes + lane]; }
    [[nodiscard]] const SceneView& prototype(std::uint32_t lane) const {
        return prototype_at(block_[13 * leaf_lanes + lane], block_[14 * leaf_lanes + lane]);
    }

    /// Prototype of an instance, from the rows that hold its address.
    static const SceneView& prototype_at(float low, float high) {
        const auto address = std::uint64_t{__builtin_bit_cast(std::uint32_t, high)} << 32 |
                             __builtin_bit_cast(std::uint32_t, low);
        return *reinterpret_cast<const SceneView*>(address);
    }

private:
    /// Replaces the query in the lanes of instances that move. Not inlined, because most stand
    /// still.
    template <class Lanes>
    LANECAST_APART void follow(const Lanes& lanes, NumberedQuery query, Lanes& there,
                               Mask<leaf_lanes>& able) const {
        able = able & ~touches_nothing(lanes);
        const Int<leaf_lanes> motion = as_int(BlockRows{block_}[Instance::row::motion]);
        if ((motion == Int<leaf_lanes>(no_motion)).all())
            return;
        const InstanceWays<leaf_lanes> ways(query.motion->motions, motion, BlockRows{block_});
        const std::uint32_t numbers[] = {query.number, query.number, query.number, query.number};
        const ParticlesInMotion<leaf_lanes> particle(*query.motion, numbers);
        Mask<leaf_lanes> able_on_way;
        const Lanes on_way =
            Query::transformed(lanes, particle.path(ways, motion, lanes), able_on_way);
        there = select(ways.moves(), on_way, there);
        able_on_way = able_on_way & ~particle.are_carried_by(motion);
        able = (ways.moves() & able_on_way) | (~ways.moves() & able);
    }

    [[nodiscard]] const std::uint32_t* ids() const { return ids_of<Instance>(block_); }
    [[nodiscard]] float scale(std::uint32_t lane) const { return block_[12 * leaf_lanes + lane]; }

    const float* block_;
    unsigned asked_;
    QueryGroup<Query> queries_;
};

/// The first answer in the prototype of instance `lane`.
template <class Question>
Answer first_of_prototype(const TransformedQuery<typename Question::Query>& transformed,
                          std::uint32_t lane, Settings settings) {
    const auto i = static_cast<int>(lane);
    return settings.exhaustive
               ? first_of<Question, Exhaustive, ShapeLeaves>(transformed.prototype(lane),
                                                             transformed.queries(), i, settings)
               : first_of<Question, Single, ShapeLeaves>(transformed.prototype(lane),
                                                         transformed.queries(), i, settings);
}
template <class Question>
bool any_of_prototype(const TransformedQuery<typename Question::Query>& transformed,
                      std::uint32_t lane, Settings settings) {
    const auto i = static_cast<int>(lane);
    return settings.exhaustive
               ? any_of<Question, Exhaustive, ShapeLeaves>(transformed.prototype(lane),
                                                           transformed.queries(), i, settings)
               : any_of<Question, Single, ShapeLeaves>(transformed.prototype(lane),
                                                       transformed.queries(), i, settings);
}

template <class Question>
void instances_first(const QueryGroup<typename Question::Query>& queries, int i, LeafRun run,
                     Settings settings, Answer& first) {
    using Query = typename Question::Query;
    const auto query = queries.prepared.template broadcast<leaf_lanes>(i, first.t);
    for_each_block_of<Instance>(run, [&](const float* block, std::uint32_t unit) {
        TransformedQuery<Query> transformed(query, queries.mask[i], queries.ignored(i),
                                            NumberedQuery::of(queries, i), block);
        return transformed.for_each([&](std::uint32_t lane) {
            transformed.set_limit(lane, first.t);
            const Answer shape = first_of_prototype<Question>(transformed, lane, settings);
            if (shape.found()) {
                const Answer answer = transformed.out(lane, unit, shape);
                if (answer.before(first))
                    first = answer;
            }
            return false;
        });
    });
}

template <class Question>
bool instances_any(const QueryGroup<typename Question::Query>& queries, int i, LeafRun run,
                   Settings settings) {
    using Query = typename Question::Query;
    const auto query =
        queries.prepared.template broadcast<leaf_lanes>(i, queries.prepared.limit(i));
    return for_each_block_of<Instance>(run, [&](const float* block, std::uint32_t) {
        const TransformedQuery<Query> transformed(query, queries.mask[i], queries.ignored(i),
                                                  NumberedQuery::of(queries, i), block);
        return transformed.for_each([&](std::uint32_t lane) {
            return any_of_prototype<Question>(transformed, lane, settings);
        });
    });
}

template <class Question>
void instances_all(const QueryGroup<typename Question::Query>& queries, int i, LeafRun run,
                   Settings settings, AnswerList& answers) {
    using Query = typename Question::Query;
    const auto query =
        queries.prepared.template broadcast<leaf_lanes>(i, queries.prepared.limit(i));
    for_each_block_of<Instance>(run, [&](const float* block, std::uint32_t unit) {
        const TransformedQuery<Query> transformed(query, queries.mask[i], queries.ignored(i),
                                                  NumberedQuery::of(queries, i), block);
        return transformed.for_each([&](std::uint32_t lane) {
            const auto in = static_cast<int>(lane);
            const Answer instance = transformed.instance(lane, unit);
            answers.enter(instance);
            if (settings.exhaustive)
                all_of<Question, Exhaustive, ShapeLeaves>(
                    transformed.prototype(lane), transformed.queries(), in, settings, answers);
            else
                all_of<Question, Single, ShapeLeaves>(transformed.prototype(lane),
                                                      transformed.queries(), in, settings, answers);
            answers.leave();
            return false;
        });
    });
}

/// Replaces the queries in the lanes of instances that move, and places these instances where they
/// are at the time of the answer.
template <class Query, class Lanes>
LANECAST_APART void follow(const MotionCall& call, const Lanes& queries, const AnswerBlock& answers,
                           int j, GatheredRows<Instance>& rows, Lanes& transformed) {
    const Int<W> motion = as_int(rows[Instance::row::motion]);
    if ((motion == Int<W>(no_motion)).all())
        return;
    const InstanceWays<W> ways(call.motions, motion, rows);
    std::uint32_t numbers[W];
    for (int lane = 0; lane < W; ++lane)
        numbers[lane] = answers.query[j + lane];
    const ParticlesInMotion<W> particles(call, numbers);
    Mask<W> able;
    transformed = select(ways.moves(),
                         Query::transformed(queries, particles.path(ways, motion, queries), able),
                         transformed);
    Float<W> there[Instance::rows];
    ways.place(particles.share(Float<W>::load(answers.t + j)), there);
    for (int r = 0; r < Instance::row::prototype; ++r)
        select(ways.moves(), there[r], rows[r]).store(rows.rows[r]);
}

/// The details of an instance's answer: those of its prototype's answer, transformed to the world.
/// Lanes with the same prototype are processed together.
template <class Question>
void instances_details(const typename Question::template Lanes<native_width>& queries,
                       const AnswerBlock& answers, int j, const SceneView& scene, Settings settings,
                       typename Question::template Details<native_width>& merged) {
    using Query = typename Question::Query;
    const Mask<W> mine = answers_of_kind(answers, j, Kind::instance);
    auto rows = gather_rows<Instance>(answers, j, mine, scene);
    Mask<W> able;
    auto transformed = Query::transformed(queries, InstanceTransform<W>(rows), able);
    if constexpr (MovesWithInstances<Query>)
        if (scene.motion != nullptr)
            follow<Query>(*scene.motion, queries, answers, j, rows, transformed);
    const InstanceTransform<W> transform(rows);
    alignas(64) float low[W], high[W];
    rows[13].store(low);
    rows[14].store(high);
    for (unsigned left = mine.bits(); left != 0;) {
        const int first = __builtin_ctz(left);
        const SceneView& prototype = TransformedQuery<Query>::prototype_at(low[first], high[first]);
        AnswerBlock shapes;
        for (int lane = 0; lane < W; ++lane) {
            const int at = j + lane;
            const bool here =
                ((left >> lane) & 1u) != 0 &&
                &TransformedQuery<Query>::prototype_at(low[lane], high[lane]) == &prototype;
            const std::uint32_t kind_lane = Answer::part_kind_lane(answers.lane[at]);
            if (here)
                shapes.set(lane, {answers.t[at], answers.part[at], kind_lane / leaf_lanes,
                                  answers.part_block[at], kind_lane % leaf_lanes});
            else
                shapes.set_miss(lane);
        }
        const Mask<W> here = ~(Int<W>::load(shapes.id) == Int<W>(no_id));
        const auto there =
            details_of<Question, ShapeLeaves>(transformed, shapes, 0, prototype, settings);
        merged = select(here, Question::details_out(there, transform), merged);
        left &= ~here.bits();
    }
}

/// Leaf kernels by kind of leaf, for any scene.
struct SceneLeaves {
    template <class Question>
    static constexpr auto first = with_instances(ShapeLeaves::first<Question>,
                                                 &instances_first<Question>);
    template <class Question>
    static constexpr auto any = with_instances(ShapeLeaves::any<Question>,
                                               &instances_any<Question>);
    template <class Question>
    static constexpr auto all = with_instances(ShapeLeaves::all<Question>,
                                               &instances_all<Question>);
    template <class Question>
    static constexpr auto details = with_instances(ShapeLeaves::details<Question>,
                                                   &instances_details<Question>);
};

} // namespace
} // namespace lanecast::LANECAST_ISA
