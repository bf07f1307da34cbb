#include "host/api/lookup.hpp"
#include "host/columns/batch_columns.hpp"
#include "host/columns/lookup_columns.hpp"
#include "host/scene/scene_data.hpp"
#include "lanecast/options.hpp"
#include "lanecast/scene.hpp"

namespace lanecast {

Location Scene::locate(std::uint32_t id) const {
    const host::ShapeStore::Range& range = data_->shapes.range_of(IdRange{id, 1});
    return {range.records->public_kind, data_->shapes.ids_of(range), id - range.ids.first};
}

void Scene::locate(const Input<std::uint32_t>& ids, const Locations& locations) const {
    locate(ids, locations, {});
}

void Scene::locate(const Input<std::uint32_t>& ids, const Locations& locations,
                   const Options& options) const {
    if (!locations.user.missing())
        data_->require_commit("Scene");
    const host::Workers workers = host::workers_of(options);
    const auto [column, count] = host::view_ids("locate", ids);
    host::look_up(host::LookupColumns(column, locations, count), *data_, workers);
}

} // namespace lanecast
