#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lanecast/options.hpp"
#include "lanecast/validation.hpp"

#include "tools/console/clock.hpp"
#include "tools/console/engine.hpp"
#include "tools/console/files.hpp"
#include "tools/console/progress.hpp"
#include "tools/formats/answer_file.hpp"
#include "tools/formats/answers.hpp"
#include "tools/formats/queries.hpp"
#include "tools/worlds/face_fields.hpp"
#include "tools/worlds/world.hpp"

/// Common parts of the commands that run queries against a world.
namespace lanecast::tools {

/// Command line of such a command.
struct QueryRequest {
    WorldRequest world;
    std::string queries;        ///< file; empty: the demo's; or standard_stream
    std::string out;            ///< file; empty: answers are only counted; or standard_stream
    std::string format = "csv"; ///< for standard streams
    std::string columns;        ///< fields of the answers; empty: the defaults
    bool quiet = false;         ///< no reports
    bool json = false;          ///< one line of JSON instead
    bool exhaustive = false;
    Engine engine;

    [[nodiscard]] Options options() const {
        return {.traversal = exhaustive ? Traversal::exhaustive : Traversal::automatic,
                .threads = engine.threads};
    }
    /// Returns the chosen fields of a kind of answers, see answers.hpp. @throws Failure
    template <class Answer>
    [[nodiscard]] std::vector<AnswerField> fields() const {
        return chosen_fields(Answer::fields, columns.empty() ? Answer::usual : columns);
    }
};

/// Checks that the answers can be written, selects the engine and loads the world.
/// @throws Failure, Error
[[nodiscard]] World prepare(const QueryRequest& request);

void report_queries(const QueryRequest& request, std::string_view many, std::size_t count,
                    double seconds, const QueryFileInfo& info);
void report_answers(const QueryRequest& request, std::string_view question, std::string_view many,
                    const Summary& sum, double seconds);
void report_invalid(std::string_view one, const BadQuery& first);
void report_file(const QueryRequest& request);

/// Loads a world and queries, runs the queries, reports and writes the answers.
template <class Query>
class QueryRun {
public:
    /// @throws Failure, Error
    QueryRun(const QueryRequest& request, std::vector<Query> (*demo)())
        : request_(request), world_(prepare(request)) {
        const Stopwatch clock;
        QueryFileInfo info;
        queries_ =
            request.queries.empty()
                ? demo()
                : load_queries<Query>(request.queries, ending_of(request.queries, request.format),
                                      world_.origin, info);
        report_queries(request, Query::format.name, queries_.size(), clock.seconds(), info);
        shape_ = std::move(info.shape);
    }

    [[nodiscard]] const Scene& scene() const { return world_.scene; }

    /// Runs the queries with one answer each.
    /// @param ask Summary(batch, rows, first, count): writes `count` rows from `first` on
    template <class Ask>
    void answer_each(const std::vector<AnswerField>& fields, std::string_view question, Ask&& ask) {
        AnswerRows rows(computed_fields(fields), queries_.size());
        in_blocks(question, queries_.size(), [&](auto batch, std::size_t first, std::size_t count) {
            return ask(batch, rows, first, count);
        });
        const AnswerRows finished = finish(std::move(rows), fields);
        save({.rows = finished, .origin = world_.origin, .shape = shape_});
    }

    /// Runs the queries with up to `capacity` answers each. Only answers that exist stay in memory.
    /// @param ask Summary(batch, rows, count, counts): writes the first `count` rows
    template <class Ask>
    void answer_up_to(std::size_t capacity, const std::vector<AnswerField>& fields,
                      std::string_view question, Ask&& ask) {
        constexpr std::size_t most_rows = 1 << 22;
        const std::size_t most =
            std::min(std::max<std::size_t>(1, most_rows / capacity), queries_.size());
        AnswerRows block(computed_fields(fields), most * capacity);
        AnswerRows kept(computed_fields(fields), 0);
        std::vector<std::uint32_t> found(most);
        std::vector<std::uint64_t> offsets = {0};
        in_blocks(question, most, [&](auto batch, std::size_t, std::size_t count) {
            const Summary sum = ask(batch, block, count * capacity, std::span(found).first(count));
            for (std::size_t i = 0; i < count && !request_.out.empty(); ++i) {
                kept.append(block, i * capacity, std::min<std::size_t>(found[i], capacity));
                offsets.push_back(kept.size());
            }
            return sum;
        });
        const AnswerRows finished = finish(std::move(kept), fields);
        save({.rows = finished, .origin = world_.origin, .offsets = offsets, .query = Query::name});
    }

private:
    /// Calls `ask(batch, first, count)` for all queries: `most` at a time, or, if a progress bar is
    /// visible, in blocks of a fraction of a second. The answers are the same, and so is the speed
    /// except at the start.
    template <class Ask>
    void in_blocks(std::string_view question, std::size_t most, Ask&& ask) {
        const std::span<const Query> queries(queries_);
        const Stopwatch whole;
        Summary sum;
        {
            Progress progress(std::string(question), queries.size());
            std::size_t block = progress.visible() ? std::min(std::size_t{1} << 14, most) : most;
            for (std::size_t first = 0; first < queries.size();) {
                const std::size_t count = std::min(block, queries.size() - first);
                const Stopwatch clock;
                const Summary part = ask(batch_of(queries.subspan(first, count)), first, count);
                sum.queries += part.queries;
                sum.hits += part.hits;
                sum.invalid += part.invalid;
                sum.truncated += part.truncated;
                first += count;
                progress.advance(count);
                if (clock.seconds() < 0.1)
                    block = std::min(2 * block, most);
            }
        }
        report_answers(request_, question, Query::format.name, sum, whole.seconds());
        if (sum.invalid > 0)
            report_invalid(Query::name, validate(batch_of(queries), 1).front());
    }

    /// Returns the answers as they are written.
    AnswerRows finish(AnswerRows&& rows, const std::vector<AnswerField>& fields) const {
        rows.make_zeros_positive(normal_field.name);
        return with_faces(std::move(rows), fields, *world_.faces);
    }

    void save(const AnswerTable& table) const {
        if (!request_.out.empty()) {
            save_answers(request_.out, ending_of(request_.out, request_.format), table);
            report_file(request_);
        }
    }

    const QueryRequest& request_;
    World world_;
    std::vector<Query> queries_;
    std::vector<std::size_t> shape_; ///< of the array of queries; empty: the demo's
};

} // namespace lanecast::tools
