#include "hits_io.hpp"

#include <string_view>

#include <fmt/compile.h>
#include <fmt/format.h>

#include "failure.hpp"
#include "files.hpp"
#include "npy.hpp"

namespace lanecast::tools {
namespace {

template <class Element>
std::string_view bytes_of(std::span<const Element> elements) {
    return {reinterpret_cast<const char*>(elements.data()), elements.size_bytes()};
}

void append_row(fmt::memory_buffer& text, const HitRow& hit) {
    fmt::format_to(fmt::appender(text), FMT_COMPILE("{},{},{},{},{},{}\n"), hit.t, hit.id, hit.part,
                   hit.normal.x, hit.normal.y, hit.normal.z);
}

void append_row(fmt::memory_buffer& text, std::uint8_t hit) {
    text.push_back(hit != 0 ? '1' : '0');
    text.push_back('\n');
}

template <class Row>
void save(const std::string& path, std::span<const Row> rows, std::string_view csv_header,
          std::string_view npy_descr) {
    OutputFile file(path);
    if (extension(path) == ".npy") {
        file.write(npy_header(npy_descr, rows.size()));
        file.write(bytes_of(rows));
    } else {
        constexpr std::size_t block = 1 << 16;
        file.write(csv_header);
        fmt::memory_buffer text;
        for (const Row& row : rows) {
            append_row(text, row);
            if (text.size() >= block) {
                file.write({text.data(), text.size()});
                text.clear();
            }
        }
        file.write({text.data(), text.size()});
    }
    file.commit();
}

} // namespace

void check_hits_path(const std::string& path) {
    const std::string ending = extension(path);
    if (ending != ".csv" && ending != ".npy") {
        throw Failure(fmt::format("{}: hits must go to a .csv or .npy file", path));
    }
    OutputFile::check(path);
}

void save_hits(const std::string& path, std::span<const HitRow> hits) {
    save(path, hits, "t,id,part,nx,ny,nz\n",
         "[('t', '<f4'), ('id', '<u4'), ('part', '<u4'), ('normal', '<f4', (3,))]");
}

void save_any(const std::string& path, std::span<const std::uint8_t> hit) {
    save(path, hit, "hit\n", "[('hit', '|b1')]");
}

} // namespace lanecast::tools
