#include "shared_scene.hpp"

#include <stdexcept>

#include "gil.hpp"

namespace lanecast::python {
namespace {

constexpr const char* being_changed = "scene: another thread is changing it";

/// Sets a flag for its lifetime.
class Flagged {
public:
    explicit Flagged(std::atomic<bool>& flag) : flag_(flag) { flag_ = true; }
    ~Flagged() { flag_ = false; }
    Flagged(const Flagged&) = delete;
    Flagged& operator=(const Flagged&) = delete;

private:
    std::atomic<bool>& flag_;
};

} // namespace

void SharedScene::notice_fork() {
    if (forks_ != Threads::forks()) {
        forks_ = Threads::forks();
        is_torn_ = is_torn_ || is_changing_ || is_committing_;
        readers_ = 0;
        is_changing_ = false;
        (void)committing_.release(); // its owner may be a thread that this process does not have
        committing_ = std::make_unique<std::mutex>();
    }
    if (is_torn_) {
        throw std::runtime_error("scene: it was being changed when this process was forked");
    }
}

SharedScene::Reading::Reading(SharedScene& shared, Threads threads) : shared_(shared) {
    shared.notice_fork();
    if (shared.is_changing_) {
        throw std::runtime_error(being_changed);
    }
    ++shared.readers_;
    if (!shared.is_committed_) {
        try {
            const WithoutGil unlocked;
            const std::lock_guard lock(*shared.committing_);
            if (!shared.is_committed_) {
                const Flagged committing(shared.is_committing_);
                shared.scene_.commit(threads);
                shared.is_committed_ = true;
            }
        } catch (...) {
            --shared.readers_;
            throw;
        }
    }
}

SharedScene::Reading::~Reading() { --shared_.readers_; }

SharedScene::Changing::Changing(SharedScene& shared) : shared_(shared) {
    shared.notice_fork();
    if (shared.is_changing_) {
        throw std::runtime_error(being_changed);
    }
    if (shared.readers_ > 0) {
        throw std::runtime_error("scene: another thread is querying it, so it cannot be changed");
    }
    shared.is_changing_ = true;
}

SharedScene::Changing::~Changing() { shared_.is_changing_ = false; }

void SharedScene::Changing::commit(std::optional<Build> build, Threads threads, bool rebuild) {
    const WithoutGil unlocked;
    Scene& scene = shared_.scene_;
    shared_.is_committed_ = false;
    const Build quality = build.value_or(scene.build_quality());
    if (rebuild) {
        scene.rebuild(quality, threads);
    } else {
        scene.commit(quality, threads);
    }
    shared_.is_committed_ = true;
}

const Scene& SharedScene::uncommitted() {
    notice_fork();
    if (is_changing_) {
        throw std::runtime_error(being_changed);
    }
    return scene_;
}

} // namespace lanecast::python
