#include "tools/commands/query_run.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lanecast/isa.hpp"

#include "tools/console/files.hpp"
#include "tools/console/report.hpp"
#include "tools/console/text.hpp"
#include "tools/worlds/load.hpp"

namespace lanecast::tools {

World prepare(const QueryRequest& request) {
    report_stream() = request.quiet || request.json    ? nullptr
                      : request.out == standard_stream ? stderr
                                                       : stdout;
    for (const std::string& input : {request.world.file, request.queries}) {
        if (input.empty())
            continue;
        check_readable(input);
        if (!request.out.empty())
            OutputFile::check_apart(request.out, input);
    }
    if (!request.out.empty())
        check_answer_path(request.out, ending_of(request.out, request.format));
    use(request.engine);
    World world = load_world(request.world, request.engine);
    report(world);
    return world;
}

void report_queries(const QueryRequest& request, std::string_view many, std::size_t count,
                    double seconds, const QueryFileInfo& info) {
    say("query  {}: {} {}, loaded in {:.3f} s\n",
        request.queries.empty() ? "demo" : request.queries, count, many, seconds);
    report(info, request.queries);
}

void report_answers(const QueryRequest& request, std::string_view question, std::string_view many,
                    const Summary& sum, double seconds) {
    if (request.json) {
        const nlohmann::json report = {{"question", question},   {"isa", to_string(active_isa())},
                                       {"queries", sum.queries}, {"hits", sum.hits},
                                       {"invalid", sum.invalid}, {"truncated", sum.truncated},
                                       {"seconds", seconds}};
        fmt::print(request.out == standard_stream ? stderr : stdout, "{}\n", report.dump());
    }
    say("done   {}, {}{}: {:.3f} s, {} M{}/s\n", question, describe(request.engine),
        request.exhaustive ? ", exhaustive" : "", seconds,
        plain(seconds > 0.0 ? static_cast<double>(sum.queries) * 1e-6 / seconds : 0.0), many);
    say("answer {} hits, {} misses, of these {} invalid queries\n", sum.hits,
        sum.queries - sum.hits, sum.invalid);
    if (sum.truncated > 0)
        say("       {} {} have more hits than were asked for\n", sum.truncated, many);
}

void report_invalid(std::string_view one, const BadQuery& first) {
    say("       the first invalid one is {} {}: {}\n", one, first.index, to_string(first.fault));
    if (report_stream() == nullptr) {
        warn(fmt::format("the first invalid {} is {}: {}", one, first.index,
                         to_string(first.fault)));
    }
}

void report_file(const QueryRequest& request) { say("wrote  {}\n", request.out); }

} // namespace lanecast::tools
