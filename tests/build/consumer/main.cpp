#include <cstdio>

#include <lanecast/lanecast.hpp>

int main() {
    lanecast::Scene scene;
    scene.add(lanecast::Spheres{.center = lanecast::Vec3{0, 0, 5}, .radius = 1.0f});
    scene.commit();

    lanecast::Hit hit;
    closest_hit(scene, {.origin = lanecast::Vec3{}, .direction = lanecast::Vec3{0, 0, 1}},
                lanecast::into(hit));
    std::printf("lanecast %s hits at t = %g\n", lanecast::version, static_cast<double>(hit.t));
    return hit.t == 4.0f ? 0 : 1;
}
