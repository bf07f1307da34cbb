#include "host/scene/id_tables.hpp"

#include <bit>
#include <map>

#include "host/scene/committed_scene.hpp"
#include "host/scene/shapes/shape_store.hpp"

namespace lanecast::host {
namespace {

bool are_all(const SharedWords& words, std::uint32_t value) {
    return words.is_one() && *words.at(0) == value;
}

/// Enters words of the user's, unless all are 0.
void add_users(std::vector<std::uint32_t>& users, const ShapeStore& shapes,
               const ShapeRecords& records, IdRange ids) {
    const SharedWords& words = records.words[shape_word::user];
    if (are_all(words, no_user))
        return;
    users.resize(shapes.end_of_ids());
    const std::size_t place = records.place_of(ids.first);
    for (std::uint32_t i = 0; i < ids.count; ++i)
        users[ids[i]] = *words.at(place + i);
}

/// Enters the surfaces of shapes, unless all are the default.
/// @param surface  has their Surface::parts
void add_surfaces(std::vector<Surface>& surfaces, const ShapeStore& shapes,
                  const ShapeRecords& records, IdRange ids, Surface surface) {
    const SharedWords &restitution = records.words[shape_word::restitution],
                      &friction = records.words[shape_word::friction],
                      &response = records.words[shape_word::response];
    if (surface.parts == 0 && are_all(response, default_surface.response) &&
        are_all(restitution, std::bit_cast<std::uint32_t>(default_surface.restitution)) &&
        are_all(friction, std::bit_cast<std::uint32_t>(default_surface.friction)))
        return;
    surfaces.resize(shapes.end_of_ids());
    const std::size_t place = records.place_of(ids.first);
    for (std::uint32_t i = 0; i < ids.count; ++i) {
        surface.restitution = std::bit_cast<float>(*restitution.at(place + i));
        surface.friction = std::bit_cast<float>(*friction.at(place + i));
        surface.response = *response.at(place + i);
        surfaces[ids[i]] = surface;
    }
}

/// The number of the table that has the surfaces of a prototype's shapes.
std::uint32_t number_of(const CommittedScene& prototype, std::vector<const Surface*>& tables,
                        std::map<const CommittedScene*, std::uint32_t>& numbers) {
    if (tables.empty())
        tables.push_back(nullptr);
    const auto [known, is_new] =
        numbers.emplace(&prototype, static_cast<std::uint32_t>(tables.size()));
    if (is_new)
        tables.push_back(prototype.tables.surfaces.data());
    return known->second;
}

} // namespace

IdTables tables_of(const ShapeStore& shapes) {
    IdTables tables;
    std::map<const CommittedScene*, std::uint32_t> numbers;
    shapes.for_each([&](const ShapeRecords& records, IdRange ids) {
        add_users(tables.users, shapes, records, ids);
        Surface surface;
        if (const auto& prototype = records.prototype;
            prototype && !prototype->tables.surfaces.empty())
            surface.parts = number_of(*prototype, tables.surfaces_of_parts, numbers);
        add_surfaces(tables.surfaces, shapes, records, ids, surface);
    });
    return tables;
}

} // namespace lanecast::host
