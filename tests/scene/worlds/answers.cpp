#include "scene/worlds/answers.hpp"

#include <sstream>

namespace worlds {

using lanecast::ClosestPoint;
using lanecast::Hit;
using lanecast::Impact;
using lanecast::Summary;
using lanecast::Vec3;

static_assert(sizeof(Hit) == 17 * sizeof(float) && sizeof(Impact) == 18 * sizeof(float) &&
                  sizeof(ClosestPoint) == 14 * sizeof(float),
              "no padding: records are compared as memory");

namespace {

class Text {
public:
    Text() { text_ << std::hexfloat; }
    template <class T>
    Text& operator()(const char* name, const T& value) {
        text_ << name << ' ' << value << ", ";
        return *this;
    }
    Text& operator()(const char* name, const Vec3& v) {
        text_ << name << " (" << v.x << ", " << v.y << ", " << v.z << "), ";
        return *this;
    }
    [[nodiscard]] std::string with_flags(std::uint32_t flags) {
        text_ << "flags " << flags;
        return text_.str();
    }

private:
    std::ostringstream text_;
};

} // namespace

std::string to_string(const Hit& hit) {
    Text text;
    text("t", hit.t)("id", hit.id)("part", hit.part)("batch", hit.batch)("index", hit.index);
    text("user", hit.user)("part_user", hit.part_user)("normal", hit.normal);
    text("point", hit.point)("u", hit.u)("v", hit.v)("clearance", hit.clearance);
    return text.with_flags(hit.flags);
}

std::string to_string(const Impact& impact) {
    Text text;
    text("t", impact.t)("id", impact.id)("part", impact.part)("normal", impact.normal);
    text("batch", impact.batch)("index", impact.index)("user", impact.user);
    text("part_user", impact.part_user)("point", impact.point)("center", impact.center);
    text("depth", impact.depth);
    return text.with_flags(impact.flags);
}

std::string to_string(const ClosestPoint& nearest) {
    Text text;
    text("distance", nearest.distance)("id", nearest.id)("part", nearest.part);
    text("batch", nearest.batch)("index", nearest.index)("user", nearest.user);
    text("part_user", nearest.part_user)("point", nearest.point)("normal", nearest.normal);
    return text.with_flags(nearest.flags);
}

std::string to_string(const Overlapping& overlap) {
    return "id " + std::to_string(overlap.id) + ", part " + std::to_string(overlap.part);
}

std::string to_string(std::uint8_t yes_or_no) {
    return std::to_string(static_cast<unsigned>(yes_or_no));
}

bool same(const Summary& a, const Summary& b) {
    return a.queries == b.queries && a.hits == b.hits && a.invalid == b.invalid &&
           a.truncated == b.truncated;
}

} // namespace worlds
