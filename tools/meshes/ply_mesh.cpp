#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"
#include "tools/console/text.hpp"
#include "tools/meshes/left_out.hpp"
#include "tools/meshes/mesh.hpp"
#include "tools/meshes/ply_header.hpp"

namespace lanecast::tools {
namespace {

/// The numbers of a file after its header, record by record.
class PlyData {
public:
    PlyData(const PlyHeader& header, const std::string& path)
        : is_text_(header.is_text), data_(header.data), lines_(header.data),
          header_lines_(header.lines), path_(path) {}

    void begin_record(const PlyElement& element, std::size_t index) {
        element_ = &element;
        index_ = index;
        is_begun_ = false;
    }

    double next(const NumberType& type) {
        if (!is_text_) {
            if (data_.size() < type.size)
                fail_cut_off();
            const double number = raw_number(data_.data(), type);
            data_.remove_prefix(type.size);
            return number;
        }
        const std::string_view word = next_word();
        double number = 0.0;
        if (!parse_double(word, number)) {
            note("{} is no number", in_quotes(word));
            throw Failure(note_);
        }
        return number;
    }

    /// Returns how many numbers a list has.
    std::size_t next_length(const NumberType& type) {
        const double length = next(type);
        const bool fits = length >= 0.0 && length <= static_cast<double>(data_.size());
        if (!fits || length != static_cast<double>(static_cast<std::size_t>(length))) {
            throw Failure(fmt::format("{}: {} {} has a list of {} numbers, which the file cannot "
                                      "hold",
                                      path_, element_->name, index_, length));
        }
        return static_cast<std::size_t>(length);
    }

    void end_record() {
        if (is_text_ && !trim(line_).empty()) {
            note("there is more than {} {} in the line: {}", element_->name, index_,
                 in_quotes(trim(line_)));
        }
    }

    /// Checks that nothing is left, except a byte or blanks that some programs add.
    void end() {
        while (is_text_ && trim(line_).empty() && lines_.next(line_)) {
        }
        if (is_text_ && !trim(line_).empty()) {
            note("there is more data than the header says");
            throw Failure(note_);
        }
        constexpr std::string_view blanks("\0\t\n\r ", 5);
        if (!is_text_ && data_.size() > 1 &&
            data_.find_first_not_of(blanks) != std::string_view::npos) {
            throw Failure(fmt::format("{}: there are {} bytes more than the header says", path_,
                                      data_.size()));
        }
    }

private:
    /// Takes the next word of a text file. Records usually are lines, but need not be.
    std::string_view next_word() {
        if (is_begun_ && trim(line_).empty())
            note("the line ends within {} {}", element_->name, index_);
        while (trim(line_).empty())
            if (!lines_.next(line_))
                fail_cut_off();
        is_begun_ = true;
        line_ = trim(line_);
        const std::string_view word = line_.substr(0, line_.find_first_of(" \t"));
        line_.remove_prefix(word.size());
        return word;
    }

    [[noreturn]] void fail_cut_off() const {
        throw Failure(!note_.empty() ? note_
                                     : fmt::format("{}: is cut off: its header says {} of the "
                                                   "element {}, there are {}",
                                                   path_, element_->count, element_->name, index_));
    }

    /// Notes the first line that is not one record. If the file turns out to be wrong, the line is
    /// the likely reason.
    template <class... Arguments>
    void note(fmt::format_string<Arguments...> message, Arguments&&... arguments) {
        if (note_.empty()) {
            note_ = fmt::format("{}: line {}: {}", path_, header_lines_ + lines_.number(),
                                fmt::format(message, std::forward<Arguments>(arguments)...));
        }
    }

    bool is_text_;
    std::string_view data_;
    TextLines lines_;
    std::string_view line_; ///< of a text file: what is unread of the line
    std::size_t header_lines_;
    const std::string& path_;
    const PlyElement* element_ = nullptr;
    std::size_t index_ = 0;
    bool is_begun_ = false; ///< whether a word of the record has been read
    std::string note_;
};

class PlyReader {
public:
    PlyReader(const PlyHeader& header, const std::string& path)
        : header_(header), path_(path), data_(header, path) {
        for (const PlyElement& element : header.elements)
            vertex_count_ += element.name == "vertex" ? element.count : 0;
    }

    Polygons read() {
        for (const PlyElement& element : header_.elements)
            if (element.name == "vertex")
                read_vertices(element);
            else if (element.name == "face")
                read_lists(element, [&](std::size_t face) { add_face(face); });
            else if (element.name == "tristrips")
                read_lists(element, [&](std::size_t strip) { add_strip(strip); });
            else
                skip(element);
        data_.end();
        left_out_.warn_about(path_);
        return std::move(polygons_);
    }

private:
    /// Calls visit(property index, number) for the numbers of each record; end(record) after it.
    template <class Visit, class End>
    void for_each_number(const PlyElement& element, Visit&& visit, End&& end) {
        for (std::size_t i = 0; i < element.count; ++i) {
            data_.begin_record(element, i);
            for (std::size_t p = 0; p < element.properties.size(); ++p) {
                const PlyProperty& property = element.properties[p];
                std::size_t numbers = property.length ? data_.next_length(*property.length) : 1;
                for (; numbers > 0; --numbers)
                    visit(p, data_.next(property.type));
            }
            data_.end_record();
            end(i);
        }
    }

    void read_vertices(const PlyElement& element) {
        constexpr std::array<std::string_view, 3> names = {"x", "y", "z"};
        constexpr std::array members = {&Vec3d::x, &Vec3d::y, &Vec3d::z};
        std::vector<double Vec3d::*> meaning(element.properties.size());
        for (std::size_t c = 0; c < names.size(); ++c) {
            const auto property = element.find({names[c]});
            if (!property || element.properties[*property].length) {
                throw Failure(
                    fmt::format("{}: the element vertex has no number {}", path_, names[c]));
            }
            meaning[*property] = members[c];
        }
        Vec3d vertex;
        for_each_number(
            element,
            [&](std::size_t property, double number) {
                if (meaning[property] != nullptr)
                    vertex.*meaning[property] = number;
            },
            [&](std::size_t) { polygons_.vertices.push_back(vertex); });
    }

    /// Reads lists of vertex indices into list_ and calls add(record) for each.
    template <class Add>
    void read_lists(const PlyElement& element, Add&& add) {
        const std::vector<std::string_view> names = {"vertex_indices", "vertex_index", "vertices"};
        const auto wanted = element.find(names);
        if (std::ranges::count_if(element.properties, [&](const PlyProperty& property) {
                return std::ranges::find(names, property.name) != names.end();
            }) > 1) {
            throw Failure(fmt::format("{}: the element {} has several lists of vertices", path_,
                                      element.name));
        }
        if (!wanted || !element.properties[*wanted].length) {
            throw Failure(
                fmt::format("{}: the element {} has no list vertex_indices", path_, element.name));
        }
        for_each_number(
            element,
            [&](std::size_t property, double number) {
                if (property == *wanted)
                    list_.push_back(number);
            },
            [&](std::size_t record) {
                add(record);
                list_.clear();
            });
    }

    std::uint32_t corner(double index, std::string_view name, std::size_t record) const {
        if (!(index >= 0.0 && index < static_cast<double>(vertex_count_)) ||
            index != static_cast<double>(static_cast<std::uint32_t>(index))) {
            throw Failure(fmt::format("{}: {} {} has the corner {}, there are {} vertices", path_,
                                      name, record, index, vertex_count_));
        }
        return static_cast<std::uint32_t>(index);
    }

    void add_face(std::size_t face) {
        if (list_.size() < 3) {
            left_out_.add("faces of fewer than 3 corners", 1);
            return;
        }
        for (const double index : list_)
            polygons_.corners.push_back(corner(index, "face", face));
        polygons_.face_ends.push_back(polygons_.corners.size());
    }

    /// Adds the triangles of strips that -1 separates. Every second triangle of a strip has its
    /// first two corners in the reverse order. Triangles without area only lead to the next ones.
    void add_strip(std::size_t record) {
        std::size_t begin = 0;
        for (std::size_t i = 0; i < list_.size(); ++i) {
            if (list_[i] == -1.0) {
                begin = i + 1;
            } else if (i - begin >= 2) {
                std::array<std::uint32_t, 3> c{};
                for (std::size_t k = 0; k < c.size(); ++k)
                    c[k] = corner(list_[i - 2 + k], "tristrips", record);
                if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0])
                    continue;
                if ((i - begin) % 2 != 0)
                    std::swap(c[0], c[1]);
                polygons_.corners.insert(polygons_.corners.end(), c.begin(), c.end());
                polygons_.face_ends.push_back(polygons_.corners.size());
            }
        }
    }

    /// Skips an element without faces. Lists of integers may be faces in a form that is not read,
    /// unless they belong to textures.
    void skip(const PlyElement& element) {
        for (const PlyProperty& property : element.properties) {
            if (element.count > 0 && property.length && property.type.kind != 'f' &&
                !property.name.starts_with("tex")) {
                throw Failure(fmt::format("{}: the element {} has the list {}, which may hold "
                                          "faces; lanecast reads faces only from the elements face "
                                          "and tristrips",
                                          path_, element.name, property.name));
            }
        }
        for_each_number(
            element, [](std::size_t, double) {}, [](std::size_t) {});
    }

    const PlyHeader& header_;
    const std::string& path_;
    PlyData data_;
    std::size_t vertex_count_ = 0;
    std::vector<double> list_;
    LeftOut left_out_;
    Polygons polygons_;
};

} // namespace

Polygons load_ply(const std::string& path) {
    const std::string file = read_file(path);
    const PlyHeader header = parse_ply_header(file, path);
    return PlyReader(header, path).read();
}

} // namespace lanecast::tools
