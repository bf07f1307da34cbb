#include "tools/worlds/json/json_shapes.hpp"

#include <istream>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"
#include "tools/console/progress.hpp"
#include "tools/console/text.hpp"

namespace lanecast::tools {
namespace {

using nlohmann::json;

/// Receives the value of the field "origin". Returns whether to go on.
using TakeOrigin = std::function<bool(json&& origin)>;

/// Builds one shape at a time from the parser's events. json::parse() with a callback searches the
/// whole array after each of its elements, so its time grows with the square of their number.
class ShapeBuilder final : public nlohmann::json_sax<json> {
public:
    ShapeBuilder(const std::string& path, std::istream& text, std::size_t bytes,
                 const TakeShape& take, const TakeOrigin& take_origin)
        : path_(path), text_(text), take_(take), take_origin_(take_origin),
          progress_("reading " + path, bytes) {}

    void read() {
        const bool is_complete = json::sax_parse(text_, this);
        if (is_complete && !has_shapes_)
            fail(no_shapes);
    }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t&) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t&) override { return false; } // does not occur in text
    bool start_object(std::size_t) override { return open(json::object()); }
    bool start_array(std::size_t) override { return open(json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        if (open_.size() == 1) {
            is_in_shapes_ = name == "shapes";
            if (!is_in_shapes_ && name != "origin") {
                fail(fmt::format("has an unknown field {} beside \"shapes\" and \"origin\"",
                                 in_quotes(name)));
            }
        }
        const auto [field, is_new] = open_.back().value.emplace(name, nullptr);
        if (!is_new) {
            fail(
                fmt::format("{}the field {} occurs twice in one object", place(), in_quotes(name)));
        }
        open_.back().field = &*field;
        return true;
    }

    bool parse_error(std::size_t, const std::string&, const json::exception& error) override {
        std::string_view what = error.what();
        const std::size_t line = what.find("at line");
        what.remove_prefix(line == std::string_view::npos ? what.find(']') + 2 : line + 3);
        fail(what);
    }

private:
    static constexpr std::string_view no_shapes = "must be an object with the array \"shapes\"";
    static constexpr std::size_t in_shapes = 2; ///< open values around a shape

    /// An object or array whose end has not been read.
    struct Open {
        json value;
        json* field = nullptr; ///< of an object: the field whose name was read last
    };

    bool open(json value) {
        constexpr std::size_t deepest = 32; // a world has 4
        if (open_.size() == deepest)
            fail(fmt::format("{}is nested more than {} deep", place(), deepest));
        check_outer(value);
        open_.push_back({std::move(value)});
        has_shapes_ = has_shapes_ || is_in_shapes_;
        return true;
    }

    bool close() {
        json value = std::move(open_.back().value);
        open_.pop_back();
        return open_.empty() || put(std::move(value));
    }

    bool add(json value) {
        check_outer(value);
        return put(std::move(value));
    }

    /// Checks the document and its field "shapes", which are around all shapes.
    void check_outer(const json& value) const {
        if (open_.empty() && !value.is_object())
            fail(no_shapes);
        if (open_.size() == 1 && is_in_shapes_ && !value.is_array())
            fail("shapes must be an array");
    }

    /// Puts a complete value into the object or array around it, or passes it on if it is a shape
    /// or the origin. @returns whether to go on
    bool put(json value) {
        if (open_.size() == 1 && !is_in_shapes_)
            return take_origin_(std::move(value));
        if (open_.size() == in_shapes && is_in_shapes_) {
            const auto now = static_cast<std::size_t>(text_.tellg());
            progress_.advance(now - std::exchange(done_, now));
            return take_(value, index_++);
        }
        if (Open& around = open_.back(); around.value.is_object())
            *around.field = std::move(value);
        else
            around.value.push_back(std::move(value));
        return true;
    }

    /// "shapes[3]: " within a shape.
    [[nodiscard]] std::string place() const {
        return open_.size() > in_shapes && is_in_shapes_ ? fmt::format("shapes[{}]: ", index_)
                                                         : std::string();
    }

    [[noreturn]] void fail(std::string_view message) const {
        throw Failure(fmt::format("{}: {}", path_, message));
    }

    const std::string& path_;
    std::istream& text_;
    const TakeShape& take_;
    const TakeOrigin& take_origin_;
    Progress progress_;
    std::size_t done_ = 0; ///< bytes of the text that `progress_` counts
    std::vector<Open> open_;
    bool has_shapes_ = false;
    bool is_in_shapes_ = false; ///< the last field of the document was "shapes"
    std::size_t index_ = 0;     ///< of the current shape
};

} // namespace

JsonWorld::JsonWorld(std::string path) : path_(std::move(path)) {
    std::string text = read_file(path_);
    bytes_ = text.size();
    // An escape such as \u006f may be a letter of the name.
    may_have_origin_ =
        text.find("\"origin\"") != std::string::npos || text.find("\\u") != std::string::npos;
    text_.str(std::move(text));
}

std::optional<json> JsonWorld::origin() {
    std::optional<json> origin;
    if (may_have_origin_) {
        text_.clear();
        text_.seekg(0);
        const TakeShape skip = [](const json&, std::size_t) { return true; };
        const TakeOrigin take = [&](json&& value) {
            origin = std::move(value);
            return false;
        };
        ShapeBuilder(path_, text_, bytes_, skip, take).read();
    }
    return origin;
}

void JsonWorld::for_each_shape(const TakeShape& take) {
    text_.clear();
    text_.seekg(0);
    const TakeOrigin skip = [](json&&) { return true; };
    ShapeBuilder(path_, text_, bytes_, take, skip).read();
}

} // namespace lanecast::tools
