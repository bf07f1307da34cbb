#include "suite/report/result_json.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/console/failure.hpp"

namespace lanecast::bench {

using nlohmann::json;

// JSON members are named as the members of the structs.

static void to_json(json& to, const Samples& from) { to = from.values; }
static void from_json(const json& from, Samples& to) { from.get_to(to.values); }

/// Members that are missing in JSON when they are empty.
template <class T>
static void put(json& to, const char* name, const std::optional<T>& value) {
    if (value)
        to[name] = *value;
}
template <class T>
static void get(const json& from, const char* name, std::optional<T>& value) {
    if (from.contains(name))
        value = from.at(name).get<T>();
}

static void to_json(json& to, const Rivals& from) {
    to = {{"by_scalar", from.by_scalar}, {"agree_scalar", from.agree_scalar},
          {"by_arrays", from.by_arrays}, {"agree_arrays", from.agree_arrays},
          {"reached", from.reached},     {"limit", from.limit}};
    put(to, "error", from.error);
    put(to, "arrays_error", from.arrays_error);
}
static void from_json(const json& from, Rivals& to) {
    from.at("by_scalar").get_to(to.by_scalar);
    from.at("agree_scalar").get_to(to.agree_scalar);
    from.at("by_arrays").get_to(to.by_arrays);
    from.at("agree_arrays").get_to(to.agree_arrays);
    from.at("reached").get_to(to.reached);
    from.at("limit").get_to(to.limit);
    get(from, "error", to.error);
    get(from, "arrays_error", to.arrays_error);
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Counts, instructions, cycles, cache_misses)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Capability, isa, lanes, clock_hz, flops, load_bytes, store_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Bandwidth, level, bytes, rate)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Cache, name, bytes, cpus)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Machine, cpu, threads, allowed, cores, caches, governor, turbo,
                                   memory_bytes, os, virtual_machine, compiler, flags, version,
                                   isas, capabilities, bandwidths)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Quiet, spread, memory, slowdown, stolen, itself, quiet)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Score, what, isa, threads, value, lower, upper)

static void to_json(json& to, const Row& from) {
    to = {{"group", from.group}, {"name", from.name}, {"isa", from.isa},  {"threads", from.threads},
          {"unit", from.unit},   {"rate", from.rate}, {"hits", from.hits}};
    if (!from.answers.empty())
        to["answers"] = from.answers;
    put(to, "rivals", from.rivals);
    put(to, "counts", from.counts);
}

static void from_json(const json& from, Row& to) {
    from.at("group").get_to(to.group);
    from.at("name").get_to(to.name);
    from.at("isa").get_to(to.isa);
    from.at("threads").get_to(to.threads);
    from.at("unit").get_to(to.unit);
    from.at("rate").get_to(to.rate);
    from.at("hits").get_to(to.hits);
    to.answers = from.value("answers", "");
    get(from, "rivals", to.rivals);
    get(from, "counts", to.counts);
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Result, name, date, full, cut_short, seconds, score_set, machine,
                                   quiet, scores, no_score, rows)

static json with_schema(const Result& result) {
    json all = result;
    all["schema"] = result_schema;
    return all;
}

std::string to_json(const Result& result) { return with_schema(result).dump(1) + "\n"; }

static json as_json(const std::vector<ComparedRow>& rows) {
    json made = json::array();
    for (const ComparedRow& row : rows) {
        json ratios = json::array();
        for (const Ratio& ratio : row.ratios) {
            ratios.push_back({{"median", ratio.median},
                              {"lower", ratio.interval.lower},
                              {"upper", ratio.interval.upper},
                              {"differs", ratio.differs()}});
        }
        made.push_back({{"name", row.name}, {"ratios", std::move(ratios)}});
    }
    return made;
}

static json as_json(const std::vector<ComparedGroup>& groups) {
    json made = json::array();
    for (const ComparedGroup& group : groups) {
        made.push_back({{"group", group.group},
                        {"threads", group.threads},
                        {"rows", group.rows},
                        {"ratios", group.ratios}});
    }
    return made;
}

std::string to_json(const std::vector<Compared>& results) {
    json all = {{"results", json::array()}};
    for (const Compared& one : results) {
        all["results"].push_back({{"name", one.name},
                                  {"isa", one.isa},
                                  {"warnings", warnings_of(one.result)},
                                  {"result", with_schema(one.result)}});
    }
    if (results.size() > 1) {
        const std::vector<ComparedRow> rows = compare(results);
        all["ratios"] = as_json(rows);
        all["means"] = as_json(group_means(rows));
    }
    return all.dump();
}

/// The field behind a JSON pointer such as /rows/3/rate/0, in the words of a reader: rows[3]
/// (kernels/ray_sphere, avx2).rate[0].
static std::string field_of(const std::string& pointer, const json& all) {
    std::string field;
    const json* at = &all;
    for (std::size_t end = 0; end < pointer.size();) {
        const std::size_t first = end + 1;
        end = std::min(pointer.find('/', first), pointer.size());
        const std::string part = pointer.substr(first, end - first);
        if (at->is_array()) {
            at = &at->at(std::stoul(part));
            field += fmt::format("[{}]", part);
            const auto text = [at](const char* key) {
                return at->is_object() && at->contains(key) && at->at(key).is_string()
                           ? at->at(key).get<std::string>()
                           : std::string("?");
            };
            if (field.starts_with("rows") && at->is_object())
                field += fmt::format(" ({}/{}, {})", text("group"), text("name"), text("isa"));
        } else {
            at = &at->at(part);
            field += (field.empty() ? "" : ".") + part;
        }
    }
    return field;
}

/// The fault that the JSON library has found, in our own words. With JSON_DIAGNOSTICS, it names the
/// place in parentheses.
static std::string fault_of(const json::exception& error, const json& all) {
    constexpr int no_key = 403, wrong_type = 302, no_members = 304;
    const std::string text = error.what();
    const std::size_t open = text.find("] (/"), close = text.find(") ", open);
    const bool is_inside = open != std::string::npos && close != std::string::npos;
    const std::string field =
        is_inside ? field_of(text.substr(open + 3, close - open - 3), all) : std::string();
    const auto between = [&text](const char* before, const char* after) {
        const std::size_t first = text.find(before) + std::string_view(before).size();
        return text.substr(first, text.find(after, first) - first);
    };
    if (error.id == no_key) {
        return fmt::format("{}{} is missing", field.empty() ? "" : field + ".",
                           between("key '", "'"));
    }
    if (error.id == wrong_type) {
        return fmt::format("{} must be of type {}, but is {}", field.empty() ? "the file" : field,
                           between("must be ", ","), text.substr(text.rfind(' ') + 1));
    }
    if (error.id == no_members) {
        return fmt::format("{} must be of type object, but is {}",
                           field.empty() ? "the file" : field, text.substr(text.rfind(' ') + 1));
    }
    return all.is_null() ? fmt::format("is not JSON: {}", between("] ", ": syntax")) : text;
}

Result from_json(const std::string& text, const std::string& name) {
    json all;
    try {
        all = json::parse(text);
        const int schema = all.at("schema").get<int>();
        if (schema != result_schema) {
            throw tools::Failure(fmt::format("{}: a result of schema {}; this lanecast knows {}",
                                             name, schema, result_schema));
        }
        auto result = all.get<Result>();
        for (const Row& row : result.rows) {
            for (const double rate : row.rate.values) {
                if (!(rate >= 1e-18 && rate <= 1e18)) { // ratios could overflow
                    throw tools::Failure(fmt::format(
                        "{}: rows ({}/{}, {}).rate: a rate is {}, must be from 1e-18 to 1e18", name,
                        row.group, row.name, row.isa, rate));
                }
            }
        }
        return result;
    } catch (const json::exception& error) {
        throw tools::Failure(
            fmt::format("{}: no result of lanecast bench: {}", name, fault_of(error, all)));
    }
}

} // namespace lanecast::bench
