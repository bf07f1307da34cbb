#include "shared_scene.hpp"

#include <stdexcept>

#include "gil.hpp"

namespace lanecast::python {
namespace {

/// Number of scenes that this thread is reading.
thread_local int reading = 0;

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
        is_changing_ = false;
        // Their owners may be threads that this process does not have.
        (void)committing_.release();
        committing_ = std::make_unique<std::mutex>();
        (void)lock_.release();
        lock_ = std::make_unique<FairLock>();
    }
    if (is_torn_)
        throw std::runtime_error("scene: it was being changed when this process was forked");
}

SharedScene::Reading::Reading(SharedScene& shared, Threads threads) : shared_(shared) {
    shared.notice_fork();
    shared.lock_->lock_shared(reading > 0);
    ++reading;
    if (!shared.is_committed_) {
        try {
            const WithoutGil unlocked;
            const std::lock_guard lock(*shared.committing_);
            if (!shared.is_committed_) {
                const Flagged committing(shared.is_committing_);
                shared.scene_.commit({.threads = threads});
                shared.is_committed_ = true;
            }
        } catch (...) {
            --reading;
            shared.lock_->unlock_shared();
            throw;
        }
    }
}

SharedScene::Reading::~Reading() {
    --reading;
    shared_.lock_->unlock_shared();
}

SharedScene::Changing::Changing(SharedScene& shared) : shared_(shared) {
    shared.notice_fork();
    if (!shared.lock_->lock(reading == 0))
        throw std::runtime_error("scene: it is in use, so it cannot be changed now");
    shared.is_changing_ = true;
}

SharedScene::Changing::~Changing() {
    shared_.is_changing_ = false;
    shared_.lock_->unlock();
}

void SharedScene::Changing::commit(std::optional<Build> build, Threads threads, bool rebuild) {
    const WithoutGil unlocked;
    Scene& scene = shared_.scene_;
    shared_.is_committed_ = false;
    const Build quality = build.value_or(scene.build_quality());
    if (rebuild)
        scene.rebuild(quality, {.threads = threads});
    else
        scene.commit(quality, {.threads = threads});
    shared_.is_committed_ = true;
}

const Scene& SharedScene::uncommitted() {
    notice_fork();
    lock_->lock_shared(reading > 0);
    lock_->unlock_shared(); // changes need the GIL to begin
    return scene_;
}

} // namespace lanecast::python
