/// Replaces bullet.cpp in a build without Bullet.

#include "opponents/bullet/bullet.hpp"

namespace lanecast::bench {

std::unique_ptr<BulletWorld> make_bullet_world(const World&) { return nullptr; }

std::string bullet_name() { return {}; }

} // namespace lanecast::bench
