#include "shared_scene.hpp"

#include <stdexcept>

namespace lanecast::python {
namespace {

constexpr const char* being_changed = "scene: another thread is changing it";

} // namespace

SharedScene::Reading::Reading(SharedScene& shared, Threads threads) : shared_(shared) {
    if (shared.is_changing_) {
        throw std::runtime_error(being_changed);
    }
    ++shared.readers_;
    if (!shared.is_committed_) {
        try {
            const py::gil_scoped_release release;
            const std::lock_guard lock(shared.committing_);
            if (!shared.is_committed_) {
                shared.scene_.commit(shared.build_, threads);
                shared.is_committed_ = true;
            }
        } catch (...) {
            --shared.readers_;
            throw;
        }
    }
}

SharedScene::Reading::~Reading() {
    --shared_.readers_; }

SharedScene::Changing::Changing(SharedScene& shared) : shared_(shared) {
    if (shared.is_changing_) {
        throw std::runtime_error(being_changed);
    }
    if (shared.readers_ > 0) {
        throw std::runtime_error("scene: another thread is querying it, so it cannot be changed");
    }
    shared.is_changing_ = true;
}

SharedScene::Changing::~Changing() {
    shared_.is_changing_ = false; }

void SharedScene::Changing::commit(Build build, Threads threads, bool rebuild) {
    const py::gil_scoped_release release;
    shared_.is_committed_ = false;
    shared_.build_ = build;
    if (rebuild) {
        shared_.scene_.rebuild(build, threads);
    } else {
        shared_.scene_.commit(build, threads);
    }
    shared_.is_committed_ = true;
}

const Scene& SharedScene::uncommitted() const {
    if (is_changing_) {
        throw std::runtime_error(being_changed);
    }
    return scene_;
}

} // namespace lanecast::python
