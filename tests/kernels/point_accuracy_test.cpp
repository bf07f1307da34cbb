#include "kernels/checkers/accuracy_suite.hpp"
#include "kernels/checkers/point_checker.hpp"

namespace hostile {

namespace {

constexpr Setting only_setting[] = {{"as they are", {}, 1}};

} // namespace

template <>
std::span<const Setting> settings<Point>() {
    return only_setting;
}
template <>
std::span<const Setting> settings<QuerySphere>() {
    return only_setting;
}

template <>
std::array<const char*, Worst::count> measures<Point>() {
    return {"decision", "distance", "normal", "point", nullptr};
}
template <>
std::array<const char*, Worst::count> measures<QuerySphere>() {
    return {"decision", nullptr, nullptr, nullptr, nullptr};
}

INSTANTIATE_TYPED_TEST_SUITE_P(Points, Accuracy, Cells<Point>, ShapeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(Overlaps, Accuracy, Cells<QuerySphere>, ShapeNames);

} // namespace hostile
