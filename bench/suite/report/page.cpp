#include "suite/report/page.hpp"

#include <string_view>

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
    for (const char c : json)
        if (c == '<')
            safe += "\\u003c";
        else
            safe += c;
    return safe;
}

} // namespace

std::string page_of(const std::vector<Compared>& results) {
    std::string page = page_html;
    // The data comes last, so that no search for a placeholder looks into it.
    replace(page, "@STYLE@", page_css);
    replace(page, "@LICENCE@", chart_licence);
    replace(page, "@SCRIPT@", page_js);
    replace(page, "@CHART@", chart_js);
    replace(page, "@DATA@", in_script(to_json(results)));
    return page;
}

} // namespace lanecast::bench
