#include "host/saved/saved_scene.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "host/commit/scene_fit.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/saved/archive.hpp"
#include "host/saved/checksum.hpp"
#include "host/saved/saved_shapes.hpp"
#include "host/saved/saved_tree.hpp"

namespace lanecast::host {
namespace {

constexpr char magic[] = {'l', 'a', 'n', 'e', 'c', 'a', 's', 't'};
constexpr std::uint32_t byte_order = 0x01020304;
/// Increase it with every change of what is saved.
constexpr std::uint32_t version = 4;

std::uint64_t layout() {
    std::vector<std::uint32_t> constants = {node_width,         leaf_lanes,  sizeof(Node),
                                            sizeof(MixedBlock), unit_floats, max_depth};
    for (const int floats : kernels().shapes->block_floats)
        constants.push_back(static_cast<std::uint32_t>(floats));
    return checksum(std::as_bytes(std::span(constants)));
}

void write_body(Writer& writer, const SceneData& scene) {
    const Prototypes prototypes(scene.shapes);
    writer.value(std::uint64_t{prototypes.all().size()});
    for (const Prototype& prototype : prototypes.all())
        write_prototype(writer, *prototype);
    write_shapes(writer, scene.shapes, prototypes);
    write_moves(writer, scene.moves);
    write_commit(writer, scene.commit);
}

/// @throws Error unless the bytes begin with the header of this version
SavedHeader header_of(std::span<const std::byte> bytes) {
    SavedHeader header;
    require(bytes.size() >= sizeof magic && std::memcmp(bytes.data(), magic, sizeof magic) == 0,
            "are no saved scene: they do not begin with \"lanecast\"");
    require(bytes.size() >= sizeof header, "are cut off");
    std::memcpy(&header, bytes.data(), sizeof header);
    require(header.byte_order == byte_order, "were saved on a machine with another order of bytes");
    require(header.version <= version, "were saved by a newer version of lanecast");
    require(header.version == version && header.layout == layout(),
            "were saved by another version of lanecast");
    require(header.size >= sizeof header, "are damaged: their checksum is another");
    return header;
}

/// Returns the bytes after a header that fits them.
std::span<const std::byte> body_of(std::span<const std::byte> bytes) {
    const SavedHeader header = header_of(bytes);
    require(header.size <= bytes.size(), "are cut off");
    const auto body = bytes.first(header.size).subspan(sizeof header);
    require(header.checksum == checksum(body), "are damaged: their checksum is another");
    return body;
}

} // namespace

void refuse_bytes(const char* why) {
    throw Error(ErrorCode::not_a_scene, "bytes", Error::no_index, "the bytes " + std::string(why));
}

void save_scene(const SceneData& scene, FunctionRef<void(std::size_t)> begin, TakeBytes take) {
    Checksum sum;
    const auto add = [&](std::span<const std::byte> bytes) { sum.add(bytes); };
    Writer summing(add);
    write_body(summing, scene);
    SavedHeader header = {.magic = {},
                          .byte_order = byte_order,
                          .version = version,
                          .layout = layout(),
                          .size = sizeof header + sum.size(),
                          .checksum = sum.value()};
    std::copy(std::begin(magic), std::end(magic), header.magic);
    begin(header.size);
    take(std::as_bytes(std::span(&header, 1)));
    Writer writer(take);
    write_body(writer, scene);
}

std::uint64_t saved_size(std::span<const std::byte> bytes) { return header_of(bytes).size; }

std::unique_ptr<SceneData> load_scene(std::span<const std::byte> bytes) {
    Reader reader(body_of(bytes));
    auto scene = std::make_unique<SceneData>();
    std::vector<Prototype> prototypes;
    std::uint64_t count = 0;
    reader.value(count);
    for (std::uint64_t i = 0; i < count; ++i)
        prototypes.push_back(read_prototype(reader));
    scene->shapes = read_shapes(reader, prototypes);
    std::vector<Move> moves = read_moves(reader, scene->shapes);
    Motions motions = motions_of(moves, scene->shapes);
    set_boxes(motions, scene->shapes);
    scene->commit = read_commit(reader, scene->shapes, std::move(motions));
    scene->moves.load(std::move(moves));
    scene->touched.reset(scene->shapes.room_for_ids());
    require(reader.left() == 0, "are longer than their scene");
    return scene;
}

} // namespace lanecast::host
