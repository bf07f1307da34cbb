#pragma once

#include <concepts>

#include "isa/kernels/queries/answer.hpp"
#include "isa/kernels/queries/query_record.hpp"
#include "isa/shapes/bounding_sphere.hpp"
#include "isa/shapes/instance.hpp"
#include "isa/shapes/sphere.hpp"

/// What the engines need of a kind of query, such as RayQuery, and of a question about it, such as
/// FirstHit. Engines are templates over these; the compiler names what is missing.
namespace lanecast::LANECAST_ISA {

/// Its types.
template <class Q>
concept HasQueryTypes = requires {
    /// The kind itself: questions derive from it.
    typename Q::Query;
    /// The numbers of its columns, of which `mask` and `ignore` are two, and their count.
    { Q::Inputs::mask } -> std::convertible_to<int>;
    { Q::Inputs::ignore } -> std::convertible_to<int>;
    { Q::Inputs::count } -> std::convertible_to<int>;
    /// The user's columns as the kernel table has them.
    typename Q::Columns;
    /// One query against the boxes of a node: Boxes(prepared.box, i, TreeSpace).
    typename Q::Boxes;
    /// Several, of records, against one box.
    typename Q::StreamBoxes;
    /// The words of a record, four by four, that shapes need.
    typename Q::ShapeRows;
};

/// W queries as the user gave them.
template <class Q>
concept HasRawQueries = requires(const typename Q::template Raw<4>& raw,
                                 void (*report)(Mask<4> faulty, Fault)) {
    /// Whether docs/semantics.md takes them for valid.
    { raw.valid() } -> std::same_as<Mask<4>>;
    /// The same where witness() is finite.
    { raw.valid_if_finite() } -> std::same_as<Mask<4>>;
    /// Finite only if the given vector of a shape is, and of the query what valid_if_finite() does
    /// not look at: of differences that tests begin with anyway.
    { raw.witness(Vec<4>{}) } -> std::same_as<Float<4>>;
    /// Reports each fault, the first in the order of Fault first.
    raw.faults(report);
    /// Scaled, with all that is the same for every shape.
    { raw.prepared() } -> std::same_as<typename Q::template Lanes<4>>;
};

/// Prepared queries of a group as columns.
template <class Q>
concept HasPreparedQueries = requires(typename Q::Prepared& prepared, const TreeSpace& space,
                                      const typename Q::template Lanes<4>& lanes) {
    /// Queries i to i + 3, to memory and back.
    prepared.store(0, lanes, typename Q::template Margins<4>(space));
    { prepared.template load<4>(0) } -> std::same_as<typename Q::template Lanes<4>>;
    /// Query i in all lanes, up to a limit.
    prepared.template broadcast<4>(0, 0.0f);
    /// How far away answers to query i may be.
    { prepared.limit(0) } -> std::same_as<float>;
    prepared.set_limit(0, 0.0f);
    /// What boxes of nodes need; `out_of_tree` is not 0 for queries too far out for them.
    prepared.box.out_of_tree[0];
};

/// Queries as records of a stream, and in prototypes.
template <class Q>
concept HasQueryForms = requires(const typename Q::template Raw<4>& raw,
                                 const typename Q::template Lanes<4>& lanes, Float<4>* words,
                                 const TreeSpace& space, const InstanceTransform<4>& transform,
                                 Mask<4>& able, const BoundingSphere<4>& sphere) {
    /// Words of a record, as record_word numbers them.
    { Q::template pack<4>(raw, space, words) } -> std::same_as<StreamRoute<4>>;
    { Q::template unpack<4>(words) } -> std::same_as<typename Q::template Lanes<4>>;
    /// How far boxes may be away that matter after an answer at t.
    { Q::box_limit(0.0f, LimitWords<float>{}, space) } -> std::same_as<float>;
    /// The query as an instance's prototype sees it; `able`: in which lanes floats can say it.
    { Q::transformed(lanes, transform, able) } -> std::same_as<typename Q::template Lanes<4>>;
    /// Answer::t and its limit on this way and back.
    { Q::limit_into(0.0f, 1.0f) } -> std::same_as<float>;
    { Q::value_out(0.0f, 1.0f) } -> std::same_as<float>;
    /// False only where no test of what is in the sphere would answer.
    { prefilter(lanes, sphere) } -> std::same_as<Mask<4>>;
};

template <class Q>
concept IsQuery = HasQueryTypes<Q> && HasRawQueries<Q> && HasPreparedQueries<Q> && HasQueryForms<Q>;

/// The columns of its answers, and the question itself. Of several answers to a query the first
/// counts in the order of (t, id, part); t is whatever the question orders by.
template <class Q>
concept AsksShapes = requires(const typename Q::template Lanes<4>& lanes, const Float<4>* rows,
                              Settings settings) {
    /// Columns of first answers begin as answer_column says.
    typename Q::AnswerColumns;
    /// The same, staged block by block.
    typename Q::template Answers<4>;
    /// Whether a shape answers, and at which t.
    { Q::template ask<Sphere>(lanes, rows, settings).hit } -> std::convertible_to<Mask<4>>;
    { Q::template ask<Sphere>(lanes, rows, settings).t } -> std::convertible_to<Float<4>>;
    /// Whether an answer has more than t, id and part.
    { Q::has_details } -> std::convertible_to<bool>;
};

/// The rest of an answer, computed only for lanes that hit.
template <class Q>
concept HasDetails = requires(const typename Q::template Lanes<4>& lanes, const Float<4>* rows,
                              Settings settings, const typename Q::template Details<4>& details,
                              const InstanceTransform<4>& transform) {
    /// Of a miss.
    { Q::template no_details<4>() } -> std::same_as<typename Q::template Details<4>>;
    /// Of a hit, from what ask() answered.
    {
        Q::template details<Sphere>(lanes, rows, settings,
                                    Q::template ask<Sphere>(lanes, rows, settings))
        } -> std::same_as<typename Q::template Details<4>>;
    /// Of an instance, from those in its prototype.
    { Q::details_out(details, transform) } -> std::same_as<typename Q::template Details<4>>;
};

template <class Q>
concept IsQuestion = IsQuery<typename Q::Query> && AsksShapes<Q> &&
    (!Q::has_details || HasDetails<Q>);

/// A question for all answers.
template <class Q>
concept IsQuestionForAll = IsQuestion<Q> && requires {
    /// Whether boxes are in the order of answers.
    { Q::nearer_is_first } -> std::convertible_to<bool>;
};

} // namespace lanecast::LANECAST_ISA
