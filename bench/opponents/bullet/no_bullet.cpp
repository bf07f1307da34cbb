/// Replaces bullet.cpp and bullet_stage.cpp in a build without Bullet.

#include "opponents/bullet/bullet.hpp"
#include "opponents/edits/bullet_stage.hpp"

namespace lanecast::bench {

std::unique_ptr<BulletWorld> make_bullet_world(const World&) { return nullptr; }

std::unique_ptr<Stage> make_bullet_stage() { return nullptr; }

std::string bullet_name() { return {}; }

} // namespace lanecast::bench
