#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lanecast/options.hpp"
#include "lanecast/validation.hpp"

#include "answer_file.hpp"
#include "clock.hpp"
#include "engine.hpp"
#include "files.hpp"
#include "progress.hpp"
#include "queries.hpp"
#include "world.hpp"

/// What the commands that put queries to a world have in common.
namespace lanecast::tools {

/// Such a command, as said on the command line.
struct QueryRequest {
    bool demo = false;          ///< no file is needed
    std::string world;          ///< else a file
    std::string queries;        ///< empty: the demo's; or standard_stream
    std::string out;            ///< empty: the answers are only counted; or standard_stream
    std::string format = "csv"; ///< of standard streams
    bool quiet = false;         ///< no reports
    bool json = false;          ///< one line of JSON in their place
    bool exhaustive = false;
    Engine engine;

    [[nodiscard]] Options options() const {
        return {.traversal = exhaustive ? Traversal::exhaustive : Traversal::automatic,
                .threads = engine.threads};
    }
};

/// Uses the engine and loads the world, after a look at whether the answers could be written.
/// @throws Failure, Error
[[nodiscard]] World prepare(const QueryRequest& request);

/// Reports.
void report_queries(const QueryRequest& request, std::string_view many, std::size_t count,
                    double seconds, std::string_view note);
void report_answers(const QueryRequest& request, std::string_view question, std::string_view many,
                    const Summary& sum, double seconds);
void report_invalid(std::string_view one, const BadQuery& first);
void report_file(const QueryRequest& request);

/// Loads a world and queries, asks, says how it went and writes the answers.
template <class Query>
class QueryRun {
public:
    /// @throws Failure, Error
    QueryRun(const QueryRequest& request, std::vector<Query> (*demo)())
        : request_(request), world_(prepare(request)) {
        const Stopwatch clock;
        std::string note;
        queries_ = request.queries.empty()
                       ? demo()
                       : load_queries<Query>(request.queries,
                                             ending_of(request.queries, request.format), note);
        report_queries(request, Query::format.name, queries_.size(), clock.seconds(), note);
    }

    [[nodiscard]] const Scene& scene() const { return world_.scene; }

    /// One answer to each query. @param ask Summary(batch, span of answers)
    template <class Answer, class Ask>
    void answer_each(std::string_view question, Ask&& ask) {
        std::vector<Answer> answers(queries_.size());
        in_blocks(question, [&](auto batch, std::size_t offset, std::size_t count) {
            return ask(batch, std::span<Answer>(answers).subspan(offset, count));
        });
        save({.fields = Answer::fields,
              .bytes = bytes_of(std::span<const Answer>(answers)),
              .queries = queries_.size()});
    }

    /// Up to `capacity` answers to each query.
    /// @param ask Summary(batch, span of rows of answers, span of counts)
    template <class Answer, class Ask>
    void answer_up_to(std::size_t capacity, std::string_view question, Ask&& ask) {
        std::vector<Answer> answers(queries_.size() * capacity);
        std::vector<std::uint32_t> found(queries_.size());
        in_blocks(question, [&](auto batch, std::size_t offset, std::size_t count) {
            return ask(batch,
                       std::span<Answer>(answers).subspan(offset * capacity, count * capacity),
                       std::span<std::uint32_t>(found).subspan(offset, count));
        });
        save({.fields = Answer::fields,
              .bytes = bytes_of(std::span<const Answer>(answers)),
              .queries = queries_.size(),
              .capacity = capacity,
              .found = found,
              .query = Query::name});
    }

private:
    /// Calls `ask(batch, offset, count)` for all queries: at once, or in blocks of a part of a
    /// second when somebody watches. The answer is the same, and so, but for its first moment, is
    /// the speed.
    template <class Ask>
    void in_blocks(std::string_view question, Ask&& ask) {
        const std::span<const Query> queries(queries_);
        const Stopwatch whole;
        Summary sum;
        {
            Progress progress(std::string(question), queries.size());
            std::size_t block = progress.visible() ? std::size_t{1} << 14 : queries.size();
            for (std::size_t offset = 0; offset < queries.size();) {
                const std::size_t count = std::min(block, queries.size() - offset);
                const Stopwatch clock;
                const Summary part = ask(batch_of(queries.subspan(offset, count)), offset, count);
                sum.queries += part.queries;
                sum.hits += part.hits;
                sum.invalid += part.invalid;
                sum.truncated += part.truncated;
                offset += count;
                progress.advance(count);
                if (clock.seconds() < 0.1) {
                    block *= 2;
                }
            }
        }
        report_answers(request_, question, Query::format.name, sum, whole.seconds());
        if (sum.invalid > 0) {
            report_invalid(Query::name, validate(batch_of(queries), 1).front());
        }
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
};

} // namespace lanecast::tools
