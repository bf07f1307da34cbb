#include "host/scene/scene_data.hpp"

#include <string>

#include "lanecast/error.hpp"

namespace lanecast::host {

std::shared_ptr<const CommittedScene> SceneData::lend() const {
    require_commit("prototype");
    if (commit.scene->has_instances())
        throw Error(ErrorCode::not_supported, "prototype", Error::no_index,
                    "prototype contains instances itself, so that `part` could not identify "
                    "the hit: add instances of its own prototypes instead");
    commit.scene->lent = true;
    return commit.scene;
}

void SceneData::refuse_uncommitted(std::string_view name) {
    throw Error(ErrorCode::not_committed, std::string(name), Error::no_index,
                std::string(name) + " was changed since its last commit()");
}

} // namespace lanecast::host
