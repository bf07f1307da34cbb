#pragma once

#include <concepts>

#include "isa/geometry/bounding_sphere.hpp"
#include "isa/kernels/columns/query_record.hpp"
#include "isa/kernels/queries/answer.hpp"
#include "isa/shapes/instance.hpp"
#include "isa/shapes/sphere.hpp"

/// Requirements of the engines on a query type, such as RayQuery, and on a question about it, such
/// as FirstHit. Engines are templates over these concepts, so the compiler names what is missing.
namespace lanecast::LANECAST_ISA {

/// The types of a query.
template <class Q>
concept HasQueryTypes = requires {
    /// The query type itself. Questions derive from it.
    typename Q::Query;
    /// The numbers of its columns, including `mask`, `ignore` and `ignore_count`; their count.
    { Q::Inputs::mask } -> std::convertible_to<int>;
    { Q::Inputs::ignore } -> std::convertible_to<int>;
    { Q::Inputs::ignore_count } -> std::convertible_to<int>;
    { Q::Inputs::count } -> std::convertible_to<int>;
    /// The user's columns, as in the kernel table.
    typename Q::Columns;
    /// One query against the boxes of a node: Boxes(prepared.box, i, TreeSpace).
    typename Q::Boxes;
};

/// W queries as the user passed them.
template <class Q>
concept HasRawQueries = requires(const typename Q::template Raw<4>& raw,
                                 void (*report)(Mask<4> faulty, Fault)) {
    /// Lanes that are valid according to docs/semantics.md.
    { raw.valid() } -> std::same_as<Mask<4>>;
    /// Lanes that are valid, provided that witness() is finite.
    { raw.valid_if_finite() } -> std::same_as<Mask<4>>;
    /// Finite only if the given vector of a shape is finite, and so are those parts of the query
    /// that valid_if_finite() does not check. Made of differences with which tests begin anyway.
    { raw.witness(Vec<4>{}) } -> std::same_as<Float<4>>;
    /// Reports every fault. If a lane has several, the first in the order of Fault comes first.
    raw.faults(report);
    /// The scaled query, with everything that is the same for all shapes.
    { raw.prepared() } -> std::same_as<typename Q::template Lanes<4>>;
};

/// The prepared queries of a group as columns.
template <class Q>
concept HasPreparedQueries = requires(typename Q::Prepared& prepared, const TreeSpace& space,
                                      const typename Q::template Lanes<4>& lanes) {
    /// Stores queries i to i + 3 and loads them.
    prepared.store(0, lanes, typename Q::template Margins<4>(space));
    { prepared.template load<4>(0) } -> std::same_as<typename Q::template Lanes<4>>;
    /// Query i in all lanes, up to a limit.
    prepared.template broadcast<4>(0, 0.0f);
    /// Largest distance of answers to query i.
    { prepared.limit(0) } -> std::same_as<float>;
    prepared.set_limit(0, 0.0f);
    /// Data for the box tests of nodes. `out_of_tree` is not 0 for queries too far out for them.
    prepared.box.out_of_tree[0];
};

/// Queries transformed into prototypes.
template <class Q>
concept HasQueryForms = requires(const typename Q::template Lanes<4>& lanes,
                                 const InstanceTransform<4>& transform, Mask<4>& able,
                                 const BoundingSphere<4>& sphere) {
    /// The query transformed into an instance's prototype. `able`: lanes whose result is
    /// representable in floats.
    { Q::transformed(lanes, transform, able) } -> std::same_as<typename Q::template Lanes<4>>;
    /// Converts the limit of Answer::t into the prototype, and a value of Answer::t back.
    { Q::limit_into(0.0f, 1.0f) } -> std::same_as<float>;
    { Q::value_out(0.0f, 1.0f) } -> std::same_as<float>;
    /// False only where no test of a shape inside the sphere would hit.
    { prefilter(lanes, sphere) } -> std::same_as<Mask<4>>;
};

/// Queries that engines take down the tree in lists, as records of a stream.
template <class Q>
concept GoesInLists = requires(const typename Q::template Raw<4>& raw, Float<4>* words,
                               const TreeSpace& space) {
    /// Several queries, from records, against one box.
    typename Q::StreamBoxes;
    /// The words of a record that shapes need, in groups of four.
    typename Q::ShapeRows;
    /// Packs queries into words of a record, numbered by record_word, and unpacks them.
    { Q::template pack<4>(raw, space, words) } -> std::same_as<StreamRoute<4>>;
    { Q::template unpack<4>(words) } -> std::same_as<typename Q::template Lanes<4>>;
    /// Largest distance of boxes that still matter after an answer at t.
    { Q::box_limit(0.0f, LimitWords<float>{}, space) } -> std::same_as<float>;
};

template <class Q>
concept IsQuery = HasQueryTypes<Q> && HasRawQueries<Q> && HasPreparedQueries<Q> && HasQueryForms<Q>;

/// The answer columns of a question, and the question itself. Among several answers to a query, the
/// first by (t, id, part) counts, where t is the value by which the question orders answers.
template <class Q>
concept AsksShapes = requires(const typename Q::template Lanes<4>& lanes, const Float<4>* rows,
                              Settings settings) {
    /// The columns of answers. Those of first answers begin with the ones in answer_column.
    typename Q::AnswerColumns;
    /// The columns of answers, staged block by block.
    typename Q::template Answers<4>;
    /// Whether a shape is an answer, and at which t.
    { Q::template ask<Sphere>(lanes, rows, settings).hit } -> std::convertible_to<Mask<4>>;
    { Q::template ask<Sphere>(lanes, rows, settings).t } -> std::convertible_to<Float<4>>;
    /// Whether an answer has more than t, id and part.
    { Q::has_details } -> std::convertible_to<bool>;
};

/// The other fields of an answer, computed only for lanes that hit.
template <class Q>
concept HasDetails = requires(const typename Q::template Lanes<4>& lanes, const Float<4>* rows,
                              Settings settings, const typename Q::template Details<4>& details,
                              const InstanceTransform<4>& transform) {
    /// Details of a miss.
    { Q::template no_details<4>() } -> std::same_as<typename Q::template Details<4>>;
    /// Details of a hit, from the result of ask().
    {
        Q::template details<Sphere>(lanes, rows, settings,
                                    Q::template ask<Sphere>(lanes, rows, settings))
        } -> std::same_as<typename Q::template Details<4>>;
    /// Details of an instance's hit, from the details in its prototype.
    { Q::details_out(details, transform) } -> std::same_as<typename Q::template Details<4>>;
};

template <class Q>
concept IsQuestion = IsQuery<typename Q::Query> && AsksShapes<Q> &&
    (!Q::has_details || HasDetails<Q>);

/// A question for all answers.
template <class Q>
concept IsQuestionForAll = IsQuestion<Q> && requires {
    /// Whether nearer boxes contain earlier answers.
    { Q::nearer_is_first } -> std::convertible_to<bool>;
};

} // namespace lanecast::LANECAST_ISA
