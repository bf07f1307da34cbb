#include "bench/suite/command.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <regex>
#include <utility>

#include <fmt/format.h>

#include "lanecast/isa.hpp"

#include "suite/cases/case.hpp"
#include "suite/cases/run.hpp"
#include "suite/measure/allowed.hpp"
#include "suite/report/compare.hpp"
#include "suite/report/doubts.hpp"
#include "suite/report/page.hpp"
#include "suite/report/result_json.hpp"
#include "suite/report/score.hpp"
#include "suite/report/table.hpp"
#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"

namespace lanecast::bench {
namespace {

using tools::BenchRequest;
using tools::Failure;
using tools::OutputFile;

std::vector<std::string> split(const std::string& list) {
    std::vector<std::string> parts;
    std::size_t first = 0;
    for (std::size_t comma; (comma = list.find(',', first)) != std::string::npos; first = comma + 1)
        parts.push_back(list.substr(first, comma - first));
    parts.push_back(list.substr(first));
    return parts;
}

/// The listed ISAs in the order of supported_isas(), narrowest first. Without a list, all; for a
/// quick run, the widest.
std::vector<Isa> isas_of(const std::string& list, bool quick) {
    const auto supported = supported_isas();
    if (list.empty() && quick)
        return {supported.back()};
    if (list.empty() || list == "all")
        return {supported.begin(), supported.end()};
    std::vector<Isa> wanted;
    for (const std::string& name : split(list)) {
        const Isa isa = parse_isa(name);
        if (std::find(supported.begin(), supported.end(), isa) == supported.end())
            throw Failure(fmt::format("--isa: {} does not run here, or was not built", name));
        wanted.push_back(isa);
    }
    std::vector<Isa> ordered;
    for (const Isa isa : supported)
        if (std::find(wanted.begin(), wanted.end(), isa) != wanted.end())
            ordered.push_back(isa);
    return ordered;
}

std::vector<std::uint32_t> threads_of(const std::string& list) {
    const std::uint32_t all = allowed_threads();
    std::vector<std::uint32_t> wanted;
    for (const std::string& part : split(list)) {
        std::uint32_t number = all;
        const char* const end = part.data() + part.size();
        if (part != "all" && (std::from_chars(part.data(), end, number).ptr != end ||
                              part.empty() || number < 1 || number > 4096))
            throw Failure(fmt::format("--threads: '{}' is no number of threads", part));
        if (number > all) {
            throw Failure(fmt::format("--threads: {} threads, but this process may use {} (its CPU "
                                      "affinity or quota)",
                                      number, all));
        }
        wanted.push_back(number);
    }
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    return wanted;
}

double weight_of(const std::vector<Case>& cases) {
    double sum = 0;
    for (const Case& item : cases)
        sum += item.weight;
    return sum;
}

std::vector<Case> filtered(std::vector<Case> cases, const std::string& filter) {
    try {
        const std::regex wanted(filter);
        std::erase_if(cases, [&](const Case& item) {
            return !std::regex_search(item.row.group + "/" + item.row.name, wanted);
        });
    } catch (const std::regex_error&) {
        throw Failure(fmt::format("--filter: '{}' is no regular expression", filter));
    }
    if (cases.empty())
        throw Failure(fmt::format("--filter: no row has '{}' in its name; see --list", filter));
    return cases;
}

void check_outputs(const BenchRequest& request) {
    if (!request.report.empty()) {
        const std::string ending = tools::extension(request.report);
        if (ending != ".html" && ending != ".htm")
            throw Failure(fmt::format("{}: a report must go to a .html file", request.report));
        OutputFile::check(request.report);
    }
    if (!request.json.empty())
        OutputFile::check(request.json);
}

void write(const std::string& path, const std::string& content) {
    OutputFile file(path);
    file.write(content);
    file.commit();
    fmt::print("wrote  {}\n", path);
}

/// A file name without folder and extension.
std::string stem(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
    return name.substr(0, name.rfind('.'));
}

Compared read_result(const std::string& argument) {
    const std::size_t at = argument.rfind('@');
    const std::string file = argument.substr(0, at);
    const std::string isa = at == std::string::npos ? "" : argument.substr(at + 1);
    if (at != std::string::npos)
        static_cast<void>(parse_isa(isa)); // throws if there is no such ISA
    Result result = from_json(tools::read_file(file), file);
    result.doubts = doubts_about(result);
    if (const std::string doubt = compute_scores_again(result); !doubt.empty())
        result.doubts.push_back(doubt);
    return {isa.empty() ? stem(file) : fmt::format("{} {}", stem(file), isa), std::move(result),
            isa};
}

void compare_files(const BenchRequest& request) {
    if (request.compare.size() < 2)
        throw Failure("--compare: two results or more are compared");
    std::vector<Compared> all;
    for (const std::string& argument : request.compare)
        all.push_back(read_result(argument));
    print_comparison(all);
    if (!request.report.empty())
        write(request.report, page_of(all));
}

void list(const std::vector<Case>& cases) {
    std::string last;
    for (const Case& item : cases) {
        const std::string name = item.row.group + "/" + item.row.name;
        if (name != last)
            fmt::print("{}\n", name);
        last = name;
    }
}

void run(const BenchRequest& request) {
    check_outputs(request);
    if (!request.compare.empty()) {
        compare_files(request);
        return;
    }
    Settings settings = {.full = request.full,
                         .seconds = request.full    ? 600.0
                                    : request.quick ? 30.0
                                                    : 60.0,
                         .counters = request.counters,
                         .isas = isas_of(request.isa, request.quick),
                         .threads = threads_of(request.threads),
                         .mesh = request.mesh};
    if (!settings.mesh.empty())
        tools::check_readable(settings.mesh);
    std::vector<Case> cases = all_cases(settings);
    const double all = weight_of(cases);
    cases = filtered(std::move(cases), request.filter);
    if (request.list) {
        list(cases);
        return;
    }
    settings.seconds *= weight_of(cases) / all;
    fmt::print("{} rows; takes about {:.0f} s\n\n", cases.size(), std::ceil(settings.seconds));
    Result result = run_cases(std::move(cases), settings);
    result.name = request.name.empty() ? result.machine.cpu : request.name;
    add_scores(result);
    print_result(result);
    if (!request.json.empty())
        write(request.json, to_json(result));
    if (!request.report.empty())
        write(request.report, page_of({{result.name, result, ""}}));
}

} // namespace
} // namespace lanecast::bench

namespace lanecast::tools {

void bench(const BenchRequest& request) { bench::run(request); }

} // namespace lanecast::tools
