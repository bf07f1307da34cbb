#include "tools/meshes/gltf/model.hpp"
#include "tools/console/paths.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"
#include "tools/console/text.hpp"
#include "tools/formats/raw_number.hpp"
#include "tools/meshes/gltf/schema.hpp"

namespace lanecast::tools {
namespace {

using nlohmann::json;

/// The chunks of a .glb, or the text of a .gltf.
struct Chunks {
    std::string_view text;
    std::optional<std::string_view> binary = {};
};

std::size_t word_at(std::string_view file, std::size_t offset) {
    return static_cast<std::size_t>(raw_number(file.data() + offset, {'u', 4}));
}

Chunks chunks_of(std::string_view file, const std::string& path) {
    constexpr std::size_t version_at = 4, length_at = 8, header = 12, chunk_header = 8;
    constexpr std::size_t json_type = 0x4E4F534A, binary_type = 0x004E4942;
    if (!file.starts_with("glTF"))
        return {text_of(file, path)};
    if (file.size() < header + chunk_header || word_at(file, length_at) > file.size() ||
        word_at(file, length_at) < header)
        throw Failure(fmt::format("{}: is cut off: it has {} bytes", path, file.size()));
    if (word_at(file, version_at) != 2) {
        throw Failure(
            fmt::format("{}: is glTF {}, must be glTF 2", path, word_at(file, version_at)));
    }
    Chunks chunks;
    std::string_view rest = file.substr(0, word_at(file, length_at)).substr(header);
    for (int i = 0; i < 2 && rest.size() >= chunk_header; ++i) {
        const std::size_t length = word_at(rest, 0), type = word_at(rest, 4);
        rest.remove_prefix(chunk_header);
        if (length > rest.size()) {
            throw Failure(fmt::format("{}: its chunk {} has {} bytes, {} are left", path, i, length,
                                      rest.size()));
        }
        if (i == 0 && type == json_type) {
            chunks.text = rest.substr(0, length);
        } else if (i == 1 && type == binary_type) {
            chunks.binary = rest.substr(0, length);
        } // other chunks must be ignored
        rest.remove_prefix(length);
    }
    return chunks;
}

json parse(std::string_view text, const std::string& path) {
    try {
        return json::parse(text);
    } catch (const json::exception& error) { // a bad number is no parse_error
        throw Failure(fmt::format("{}: is not glTF: its JSON is damaged: {}", path, error.what()));
    }
}

/// Bytes of a buffer that is no data URI.
struct Source {
    std::size_t buffer;                    ///< its index
    std::size_t bytes;                     ///< its byteLength
    std::optional<std::string_view> chunk; ///< of a .glb; otherwise a file has them
};

/// The sources of tinygltf's buffers, in order. tinygltf reads each of them once.
struct Sources {
    const std::string& path;
    std::vector<Source> list = {};
    std::size_t used = 0;
};

/// Returns the number of bytes that the letters of base64 encode.
std::size_t decoded_bytes(std::string_view letters) {
    const std::size_t end = letters.find_last_not_of('=');
    return end == std::string_view::npos ? 0 : (end + 1) * 3 / 4;
}

/// Prepares the URIs of the buffers for tinygltf 2.7. It reads a + as a blank, knows few media
/// types, and accepts only the exact number of bytes, although more are allowed.
void prepare_buffers(json& document, const Chunks& chunks, Sources& sources) {
    constexpr const char* known_type = "data:application/octet-stream;base64,";
    std::size_t i = 0;
    for (json& buffer : document["buffers"]) {
        const std::string place = fmt::format("{}: buffers[{}]", sources.path, i);
        const auto bytes = buffer["byteLength"].get<std::size_t>();
        const std::string uri = buffer.value("uri", "");
        if (uri.starts_with("data:")) {
            constexpr std::string_view base64 = ";base64,";
            const std::size_t at = std::min(uri.find(base64), uri.find(','));
            if (at == std::string::npos || uri.compare(at, base64.size(), base64) != 0) {
                throw Failure(
                    fmt::format("{}.uri is {}, must be in base64", place, in_quotes(uri)));
            }
            const std::string letters = uri.substr(at + base64.size());
            const std::size_t decoded = decoded_bytes(letters);
            if (decoded < bytes) {
                throw Failure(
                    fmt::format("{} has {} bytes, its byteLength is {}", place, decoded, bytes));
            }
            buffer["byteLength"] = decoded;
            buffer["uri"] = known_type + letters;
        } else if (!uri.empty()) {
            // A colon behind a slash belongs to the name (RFC 3986, 4.2).
            if (uri.find(':') < uri.find('/') || uri.find("%00") != std::string::npos) {
                throw Failure(fmt::format("{}.uri is {}, must be a file beside it or a data URI",
                                          place, in_quotes(uri)));
            }
            std::string escaped;
            for (const char c : uri)
                escaped += c == '+' ? "%2B" : std::string(1, c);
            buffer["uri"] = escaped;
            sources.list.push_back({i, bytes, std::nullopt});
        } else if (i == 0 && chunks.binary) {
            if (chunks.binary->size() < bytes) {
                throw Failure(
                    fmt::format("{}: its binary chunk has {} bytes, buffers[0].byteLength "
                                "is {}",
                                sources.path, chunks.binary->size(), bytes));
            }
            buffer["uri"] = "binary chunk";
            sources.list.push_back({i, bytes, chunks.binary});
        } else {
            throw Failure(fmt::format("{}.uri is missing", place));
        }
        ++i;
    }
}

/// Reads the next source for tinygltf.
bool read_source(std::vector<unsigned char>* out, std::string*, const std::string& path,
                 void* user) {
    auto& sources = *static_cast<Sources*>(user);
    const Source& source = sources.list.at(sources.used++);
    const std::string place = fmt::format("{}: buffers[{}]", sources.path, source.buffer);
    std::string file;
    if (!source.chunk) {
        try {
            file = read_file(path);
        } catch (const Failure& failure) {
            throw Failure(fmt::format("{}: {}", place, failure.what()));
        }
    }
    const std::string_view bytes = source.chunk.value_or(file);
    if (bytes.size() < source.bytes) {
        throw Failure(fmt::format("{}: {} has {} bytes, its byteLength is {}", place, path,
                                  bytes.size(), source.bytes));
    }
    out->assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(source.bytes));
    return true;
}

} // namespace

GltfFile load_gltf_file(const std::string& path) {
    const std::string bytes = read_file(path);
    const Chunks chunks = chunks_of(bytes, path);
    json given = parse(chunks.text, path);
    GltfFile file;
    if (given.is_object() && given.contains("animations"))
        file.animations = given["animations"].size();
    json document = checked_gltf(std::move(given), path);
    Sources sources{path};

    tinygltf::TinyGLTF reader;
    reader.SetFsCallbacks({
        .FileExists = [](const std::string&, void*) { return true; }, // read_source() fails
        .ExpandFilePath = [](const std::string& name, void*) { return name; },
        .ReadWholeFile = read_source,
        .WriteWholeFile = nullptr,
        .user_data = &sources,
    });
    std::vector<std::size_t> lengths; // those of data URIs grow below
    for (const json& buffer : document["buffers"])
        lengths.push_back(buffer["byteLength"].get<std::size_t>());
    prepare_buffers(document, chunks, sources);
    const std::string text = document.dump();
    if (text.size() > std::numeric_limits<int>::max()) {
        throw Failure(fmt::format("{}: has {} bytes of JSON, lanecast reads at most {}; write the "
                                  "buffers as files",
                                  path, text.size(), std::numeric_limits<int>::max()));
    }
    const std::string folder = utf8(native(path).parent_path());
    std::string error; // also beside success: tinygltf demands optional inverseBindMatrices
    std::string warning;
    if (!reader.LoadASCIIFromString(&file.model, &error, &warning, text.data(),
                                    static_cast<unsigned>(text.size()),
                                    folder.empty() ? "." : folder))
        throw Failure(fmt::format("{}: {}", path, in_quotes(error)));
    for (std::size_t i = 0; i < lengths.size(); ++i)
        file.model.buffers[i].data.resize(lengths[i]);
    return file;
}

} // namespace lanecast::tools
