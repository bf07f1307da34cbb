#include "tools/worlds/saved_world.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <zlib.h>

#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"

namespace lanecast::tools {
namespace {

using nlohmann::json;

constexpr std::string_view mark_of_knowledge = "lanecast faces 1"; // the number of the format

json to_json(const MeshFaces& faces) {
    json materials = json::array();
    for (const Material& material : faces.materials) {
        json colour;
        if (material.colour)
            colour = {material.colour->x, material.colour->y, material.colour->z};
        materials.push_back({material.name, colour});
    }
    return {{"materials", materials},
            {"material_of", faces.material_of},
            {"groups", faces.groups},
            {"group_of", faces.group_of},
            {"number_of", faces.number_of}};
}

MeshFaces faces_from(const json& from) {
    MeshFaces faces;
    for (const json& material : from.at("materials")) {
        const json& colour = material.at(1);
        faces.materials.push_back({material.at(0), std::nullopt});
        if (!colour.is_null())
            faces.materials.back().colour = {colour.at(0), colour.at(1), colour.at(2)};
    }
    from.at("material_of").get_to(faces.material_of);
    from.at("groups").get_to(faces.groups);
    from.at("group_of").get_to(faces.group_of);
    from.at("number_of").get_to(faces.number_of);
    return faces;
}

/// Whether there is a number for each of the triangles, and a name for each number.
bool name(const std::vector<std::uint32_t>& numbers, std::size_t names, std::size_t triangles) {
    return numbers.empty() ||
           (numbers.size() == triangles &&
            std::ranges::all_of(numbers, [names](std::uint32_t i) { return i < names; }));
}

bool fit(const MeshFaces& faces, const IdRange& ids) {
    return name(faces.material_of, faces.materials.size(), ids.count) &&
           name(faces.group_of, faces.groups.size(), ids.count) &&
           name(faces.number_of, no_id, ids.count);
}

json range(const IdRange& ids) { return {ids.first, ids.count}; }
IdRange range_from(const json& from) { return {from.at(0), from.at(1)}; }

/// The tables of a world: its own last, and before it those of its prototypes, once each.
json to_json(const FaceTable& own) {
    std::map<const FaceTable*, std::size_t> numbers;
    json tables = json::array();
    const auto add = [&](const FaceTable& table, json instances) {
        json meshes = json::array();
        for (const auto& [first, batch] : table.meshes())
            meshes.push_back({range(batch.ids), to_json(batch.faces)});
        tables.push_back({{"meshes", meshes}, {"instances", std::move(instances)}});
    };
    json instances = json::array();
    for (const auto& [first, batch] : own.instances()) {
        const auto [number, is_new] = numbers.try_emplace(batch.prototype.get(), tables.size());
        if (is_new)
            add(*batch.prototype, json::array());
        instances.push_back({range(batch.ids), number->second});
    }
    add(own, std::move(instances));
    return tables;
}

std::shared_ptr<FaceTable> tables_from(const json& from) {
    std::vector<std::shared_ptr<FaceTable>> tables;
    for (const json& of : from) {
        auto table = std::make_shared<FaceTable>();
        for (const json& mesh : of.at("meshes")) {
            const IdRange ids = range_from(mesh.at(0));
            MeshFaces faces = faces_from(mesh.at(1));
            if (!fit(faces, ids))
                throw Failure("damaged");
            table->add_mesh(ids, std::move(faces));
        }
        for (const json& instances : of.at("instances"))
            table->add_instances(range_from(instances.at(0)), tables.at(instances.at(1)));
        tables.push_back(std::move(table));
    }
    return tables.at(tables.size() - 1);
}

json corner(const Vec3& p) { return {p.x, p.y, p.z}; }
Vec3 corner_from(const json& from) { return {from.at(0), from.at(1), from.at(2)}; }

bool is_finite(const Bounds& b) {
    return std::isfinite(b.lo.x + b.lo.y + b.lo.z + b.hi.x + b.hi.y + b.hi.z);
}

void add_knowledge(World& world, std::string_view cbor) {
    const json known = json::from_cbor(cbor);
    const json& origin = known.at("origin");
    world.origin = {origin.at(0), origin.at(1), origin.at(2)};
    if (const json& bounds = known.at("bounds"); !bounds.is_null())
        world.bounds = {corner_from(bounds.at(0)), corner_from(bounds.at(1))};
    world.faces = tables_from(known.at("faces"));
}

/// Before the knowledge: a mark, then size and checksum of the knowledge.
struct KnowledgeHeader {
    char mark[16];
    std::uint64_t size, checksum;

    explicit KnowledgeHeader(std::string_view knowledge)
        : mark{}, size(knowledge.size()),
          checksum(::crc32_z(0, reinterpret_cast<const Bytef*>(knowledge.data()), size)) {
        std::ranges::copy(mark_of_knowledge, mark);
    }
};

/// Returns what save_world() has written after the scene; empty if nothing follows it.
std::string_view knowledge_after_scene(std::string_view rest, const std::string& path) {
    if (rest.empty())
        return {};
    if (rest.size() >= sizeof(KnowledgeHeader)) {
        const std::string_view knowledge = rest.substr(sizeof(KnowledgeHeader));
        const KnowledgeHeader right(knowledge);
        if (std::memcmp(rest.data(), &right, sizeof right) == 0)
            return knowledge;
    }
    throw Failure(fmt::format("{}: is damaged or cut off behind its scene", path));
}

} // namespace

void check_saved_world_path(const std::string& path) {
    if (extension(path) != saved_world_ending) {
        throw Failure(
            fmt::format("{}: a saved world must go to a {} file", path, saved_world_ending));
    }
}

std::size_t save_world(const World& world, const std::string& path) {
    json known = {{"origin", {world.origin.x, world.origin.y, world.origin.z}},
                  {"bounds", nullptr},
                  {"faces", to_json(*world.faces)}};
    if (world.has_bounds())
        known["bounds"] = {corner(world.bounds.lo), corner(world.bounds.hi)};
    std::vector<std::byte> bytes;
    world.scene.save(bytes);
    std::string tail;
    json::to_cbor(known, tail);
    const KnowledgeHeader header(tail);
    OutputFile file(path);
    file.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    file.write({reinterpret_cast<const char*>(&header), sizeof header});
    file.write(tail);
    file.commit();
    return bytes.size() + sizeof header + tail.size();
}

void load_saved_world(World& world, const std::string& path, const OriginRequest& origin) {
    if (origin.kind != OriginRequest::Kind::unspecified)
        throw Failure(fmt::format("{}: a saved world keeps the origin it was built with", path));
    const std::string file = read_file(path);
    std::string_view rest = file;
    try {
        const auto bytes = std::as_bytes(std::span(file));
        world.scene = Scene::load(bytes);
        rest.remove_prefix(Scene::saved_size(bytes));
    } catch (const Error& error) {
        throw Failure(fmt::format("{}: {}", path, error.what()));
    }
    if (is_finite(world.scene.bounds()))
        world.bounds = world.scene.bounds();
    const std::string_view knowledge = knowledge_after_scene(rest, path);
    try {
        if (!knowledge.empty())
            add_knowledge(world, knowledge);
    } catch (const std::exception&) {
        throw Failure(fmt::format("{}: the names of its faces are damaged", path));
    }
}

} // namespace lanecast::tools
