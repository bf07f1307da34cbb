#include "reference/ray.hpp"

namespace reference {

Segment::Segment(const Ray& ray)
    : origin(ray.origin), unit(normalised(ray.direction)), first(ray.t_min * length(ray.direction)),
      last(ray.t_max * length(ray.direction)) {}

Hit first_on_solid(const std::optional<Crossing>& crossing, const Ray& ray, Mode mode) {
    Hit answer;
    if (!crossing || crossing->enter > ray.t_max || crossing->leave < ray.t_min)
        return answer;
    const Vector unit = normalised(ray.direction);
    if (crossing->enter >= ray.t_min && crossing->enter > -infinity) {
        answer.hit = true;
        answer.t = crossing->enter;
        answer.normal = crossing->enter_normal;
    } else if (!mode.surface && ray.t_min > -infinity) {
        answer.hit = true;
        answer.inside = true;
        answer.t = ray.t_min;
        answer.normal = -unit;
    } else if (mode.backfaces && crossing->leave <= ray.t_max && crossing->leave < infinity) {
        answer.hit = true;
        answer.inside = ray.t_min > -infinity;
        answer.back = true;
        answer.t = crossing->leave;
        answer.normal = crossing->leave_normal;
    }
    answer.cosine = dot(unit, answer.normal);
    return answer;
}

} // namespace reference
