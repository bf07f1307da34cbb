#include "suite/report/page.hpp"

#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "suite/report/result_json.hpp"

namespace lanecast::bench {

// Generated from the files of page/, and from Chart.js and its licence if they were found.
extern const char* const page_html;
extern const char* const page_css;
extern const char* const page_js;
extern const char* const chart_js;
extern const char* const chart_licence;

namespace {

void replace(std::string& text, std::string_view place, std::string_view content) {
    const std::size_t at = text.find(place);
    text.replace(at, place.size(), content);
}

/// JSON that is safe in a script element: it cannot end the element or begin a comment.
std::string in_script(const std::string& json) {
    std::string safe;
    for (const char c : json) {
        if (c == '<') {
            safe += "\\u003c";
        } else {
            safe += c;
        }
    }
    return safe;
}

nlohmann::json as_json(const std::vector<ComparedRow>& rows) {
    nlohmann::json made = nlohmann::json::array();
    for (const ComparedRow& row : rows) {
        nlohmann::json ratios = nlohmann::json::array();
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

nlohmann::json as_json(const std::vector<ComparedGroup>& groups) {
    nlohmann::json made = nlohmann::json::array();
    for (const ComparedGroup& group : groups) {
        made.push_back({{"group", group.group},
                        {"threads", group.threads},
                        {"rows", group.rows},
                        {"ratios", group.ratios}});
    }
    return made;
}

} // namespace

std::string page_of(const std::vector<Compared>& results) {
    nlohmann::json all = {{"results", nlohmann::json::array()}};
    for (const Compared& one : results) {
        all["results"].push_back({{"name", one.name},
                                  {"isa", one.isa},
                                  {"warnings", warnings_of(one.result)},
                                  {"result", nlohmann::json::parse(to_json(one.result))}});
    }
    if (results.size() > 1) {
        const std::vector<ComparedRow> rows = compare(results);
        all["ratios"] = as_json(rows);
        all["means"] = as_json(group_means(rows));
    }
    std::string page = page_html;
    // The data comes last, so that no search for a placeholder looks into it.
    replace(page, "@STYLE@", page_css);
    replace(page, "@LICENCE@", chart_licence);
    replace(page, "@SCRIPT@", page_js);
    replace(page, "@CHART@", chart_js);
    replace(page, "@DATA@", in_script(all.dump()));
    return page;
}

} // namespace lanecast::bench
