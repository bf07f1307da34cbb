#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/ray_checker.hpp"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

// The rounding mode is changed behind the compiler's back; nothing in this file may be computed
// between the change and its undoing but by the library.

namespace {

using hostile::Answer;
using hostile::Answers;
using hostile::Cases;
using hostile::Kind;
using hostile::rays_of;
using lanecast::Hits;
using lanecast::Options;
using lanecast::Rays;
using lanecast::Shapes;
using lanecast::Summary;
namespace flag = lanecast::flag;
namespace pairwise = lanecast::pairwise;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

constexpr Options in_this_thread = {.threads = 1};

/// Hits, misses, starts inside, limited and bad rays, one next to the other.
template <class Shape>
Cases<Shape> mixed_cases(std::size_t count) {
    hostile::Random random(7);
    const auto near = hostile::make_cases<Shape>(Kind::near, count, 7);
    const auto inside = hostile::make_cases<Shape>(Kind::start_inside, count, 7);
    const auto limited = hostile::make_cases<Shape>(Kind::limited, count, 7);
    const std::vector<hostile::OddRay> odd = hostile::odd_rays();
    const auto pick = [&](const Cases<Shape>& cases, std::size_t i) {
        hostile::Ray ray{};
        for (std::size_t k = 0; k < hostile::Ray::components; ++k)
            ray.c[k] = cases.rays[k][i];
        return ray;
    };
    Cases<Shape> cases;
    for (std::size_t i = 0; i < count; ++i) {
        switch (random.below(8)) {
        case 0:
            cases.add(odd[random.below(odd.size())].ray, near.shape(i));
            break;
        case 1:
            cases.add(pick(inside, i), inside.shape(i));
            break;
        case 2:
            cases.add(pick(limited, i), limited.shape(i));
            break;
        default:
            cases.add(pick(near, i), near.shape(i));
            break;
        }
    }
    return cases;
}

bool same_bits(const Answer& a, const Answer& b) {
    return std::memcmp(&a, &b, sizeof(Answer)) == 0;
}

/// The answer of a batch of its own, but with the id that it has in another batch.
Answer renumbered(Answer answer, std::size_t id) {
    if (answer.id != lanecast::no_id)
        answer.id = static_cast<std::uint32_t>(id);
    return answer;
}

template <class Shape>
std::vector<Answer> one_by_one(const Cases<Shape>& cases) {
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        Answers one(1);
        pairwise::closest_hit(rays_of(cases.rays, i, 1), shapes_of(cases, i, 1), one.columns(),
                              in_this_thread);
        answers.push_back(one[0]);
    }
    return answers;
}

/// Runs `body` on every ISA that this CPU has.
template <class Body>
void on_every_isa(Body body) {
    const hostile::IsaGuard guard;
    for (const lanecast::Isa isa : lanecast::supported_isas()) {
        lanecast::set_isa(isa);
        SCOPED_TRACE(std::string(to_string(isa)));
        body();
    }
}

template <class Shape>
class PairwiseBatch : public testing::Test {};

using AllShapes = testing::Types<hostile::Sphere, hostile::Aabb, hostile::Box, hostile::Triangle>;
struct ShapeNames {
    template <class Shape>
    static std::string GetName(int) {
        return Shape::name;
    }
};
TYPED_TEST_SUITE(PairwiseBatch, AllShapes, ShapeNames);

TYPED_TEST(PairwiseBatch, EverySizeAndOffsetGivesTheBitsOfSingleRaysAndTouchesNothingBeyond) {
    constexpr std::size_t largest = 67;
    constexpr std::size_t offsets = 19;
    constexpr std::size_t beyond = 16;
    const auto cases = mixed_cases<TypeParam>(largest + offsets);
    on_every_isa([&] {
        const std::vector<Answer> expected = one_by_one(cases);
        for (std::size_t size = 0; size <= largest; ++size) {
            for (std::size_t first = 0; first < offsets; first += 1 + size / 16) {
                Answers answers(size + beyond);
                std::memset(answers.t.data(), 0x5A, answers.t.size() * 4);
                const Answers untouched = answers;
                const Rays rays = rays_of(cases.rays, first, size);
                const Shapes shapes = shapes_of(cases, first, size);
                pairwise::closest_hit(rays, shapes, answers.columns(), in_this_thread);
                pairwise::occluded(rays, shapes, answers.occluded, in_this_thread);
                for (std::size_t i = 0; i < size; ++i) {
                    ASSERT_TRUE(same_bits(answers[i], renumbered(expected[first + i], i)))
                        << "size " << size << ", offset " << first << ", ray " << i;
                    ASSERT_EQ(answers.occluded[i], answers[i].flags & flag::hit);
                }
                for (std::size_t i = size; i < size + beyond; ++i) {
                    ASSERT_TRUE(same_bits(answers[i], untouched[i])) << "size " << size;
                    ASSERT_EQ(answers.occluded[i], untouched.occluded[i]);
                }
            }
        }
    });
}

/// How the elements of a batch lie in memory: rows of all their numbers.
struct Layout {
    const char* name;
    std::size_t shift;   ///< floats before the first row: all that alignment may be relied on is 4
    std::size_t padding; ///< floats between two rows
    bool backwards;      ///< the first element lies last: negative strides
};

constexpr Layout layouts[] = {
    {"without gaps", 0, 0, false},
    {"aligned to 4 bytes", 1, 0, false},
    {"aligned to 4 bytes, with gaps", 3, 5, false},
    {"far apart", 0, 1000, false},
    {"backwards", 0, 0, true},
    {"backwards with gaps, aligned to 4 bytes", 1, 2, true},
};

/// Rows of `width` numbers in one block of memory, laid out as asked.
template <class Number>
class Rows {
public:
    Rows(const Layout& layout, std::size_t width, std::size_t count, Number filling)
        : width_(width), pitch_(width + layout.padding), count_(count), shift_(layout.shift),
          backwards_(layout.backwards), memory_(shift_ + pitch_ * count + 16, filling) {}

    [[nodiscard]] Number& at(std::size_t row, std::size_t component) {
        return memory_[shift_ + pitch_ * (backwards_ ? count_ - 1 - row : row) + component];
    }
    template <class T>
    [[nodiscard]] lanecast::Output<T> column(std::size_t component) {
        const auto stride = static_cast<std::ptrdiff_t>(pitch_ * sizeof(Number));
        return lanecast::column<T>(static_cast<void*>(&at(0, component)),
                                   backwards_ ? -stride : stride, count_);
    }
    /// Whether all memory that is in no row still holds the filling.
    [[nodiscard]] bool gaps_hold(Number filling) const {
        for (std::size_t i = 0; i < memory_.size(); ++i) {
            const bool in_row =
                i >= shift_ && (i - shift_) % pitch_ < width_ && (i - shift_) / pitch_ < count_;
            if (!in_row && memory_[i] != filling)
                return false;
        }
        return true;
    }

private:
    std::size_t width_;
    std::size_t pitch_;
    std::size_t count_;
    std::size_t shift_;
    bool backwards_;
    std::vector<Number> memory_;
};

template <std::size_t components>
Rows<float> rows_of(const std::array<std::vector<float>, components>& columns,
                    const Layout& layout) {
    Rows<float> rows(layout, components, columns[0].size(), 0.0f);
    for (std::size_t i = 0; i < columns[0].size(); ++i)
        for (std::size_t k = 0; k < components; ++k)
            rows.at(i, k) = columns[k][i];
    return rows;
}

Shapes shapes_in(Rows<float>& rows, const hostile::Sphere*) {
    return lanecast::Spheres{.center = rows.column<lanecast::Vec3>(0),
                             .radius = rows.column<float>(3)};
}
Shapes shapes_in(Rows<float>& rows, const hostile::Aabb*) {
    return lanecast::Aabbs{.lo = rows.column<lanecast::Vec3>(0),
                           .hi = rows.column<lanecast::Vec3>(3)};
}
Shapes shapes_in(Rows<float>& rows, const hostile::Box*) {
    return lanecast::Boxes{.center = rows.column<lanecast::Vec3>(0),
                           .half_extents = rows.column<lanecast::Vec3>(3),
                           .rotation = rows.column<lanecast::Quaternion>(6)};
}
Shapes shapes_in(Rows<float>& rows, const hostile::Triangle*) {
    return lanecast::Triangles{.v0 = rows.column<lanecast::Vec3>(0),
                               .v1 = rows.column<lanecast::Vec3>(3),
                               .v2 = rows.column<lanecast::Vec3>(6)};
}

TYPED_TEST(PairwiseBatch, AnyLayoutInMemoryGivesTheBitsOfContiguousArrays) {
    const auto cases = mixed_cases<TypeParam>(101);
    on_every_isa([&] {
        const Answers expected = answers_of(cases, {});
        for (const Layout& layout : layouts) {
            SCOPED_TRACE(layout.name);
            Rows<float> ray_rows = rows_of(cases.rays, layout);
            Rows<float> shape_rows = rows_of(cases.shapes, layout);
            Rows<float> numbers(layout, 6, cases.size(), -77.0f);
            Rows<std::uint32_t> words(layout, 3, cases.size(), 77u);
            Rows<std::uint8_t> bytes(layout, 1, cases.size(), std::uint8_t{77});
            const Rays rays = {.origin = ray_rows.column<lanecast::Vec3>(0),
                               .direction = ray_rows.column<lanecast::Vec3>(3),
                               .t_min = ray_rows.column<float>(6),
                               .t_max = ray_rows.column<float>(7)};
            const Shapes shapes = shapes_in(shape_rows, static_cast<TypeParam*>(nullptr));
            pairwise::closest_hit(rays, shapes,
                                  {.t = numbers.column<float>(0),
                                   .id = words.column<std::uint32_t>(0),
                                   .part = words.column<std::uint32_t>(1),
                                   .normal = numbers.column<lanecast::Vec3>(1),
                                   .u = numbers.column<float>(4),
                                   .v = numbers.column<float>(5),
                                   .flags = words.column<std::uint32_t>(2)});
            pairwise::occluded(rays, shapes, bytes.column<bool>(0));
            for (std::size_t i = 0; i < cases.size(); ++i) {
                const Answer answer = {
                    numbers.at(i, 0), words.at(i, 0),
                    words.at(i, 1),   {numbers.at(i, 1), numbers.at(i, 2), numbers.at(i, 3)},
                    numbers.at(i, 4), numbers.at(i, 5),
                    words.at(i, 2)};
                EXPECT_TRUE(same_bits(answer, expected[i])) << "ray " << i;
                EXPECT_EQ(bytes.at(i, 0), expected.occluded[i]) << "ray " << i;
            }
            EXPECT_TRUE(numbers.gaps_hold(-77.0f));
            EXPECT_TRUE(words.gaps_hold(77u));
            EXPECT_TRUE(bytes.gaps_hold(77));
        }
    });
}

TYPED_TEST(PairwiseBatch, RecordsGetTheBitsOfColumns) {
    const auto cases = mixed_cases<TypeParam>(37);
    on_every_isa([&] {
        const Answers expected = answers_of(cases, {});
        std::vector<lanecast::Hit> records(cases.size());
        pairwise::closest_hit(rays_of(cases.rays, 0, cases.size()),
                              shapes_of(cases, 0, cases.size()), into(records));
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const lanecast::Hit& hit = records[i];
            EXPECT_TRUE(same_bits({hit.t, hit.id, hit.part, hit.normal, hit.u, hit.v, hit.flags},
                                  expected[i]));
        }
    });
}

TYPED_TEST(PairwiseBatch, OneRayOrOneShapeGoesWithAllOfTheOthers) {
    constexpr std::size_t count = 53;
    const auto cases = mixed_cases<TypeParam>(count);
    on_every_isa([&] {
        for (std::size_t one = 0; one < 12; ++one) {
            Cases<TypeParam> same_ray = cases;
            Cases<TypeParam> same_shape = cases;
            for (auto& column : same_ray.rays)
                std::fill(column.begin(), column.end(), column[one]);
            for (auto& column : same_shape.shapes)
                std::fill(column.begin(), column.end(), column[one]);

            Answers by_ray(count);
            const auto& r = cases.rays;
            const Rays ray = {.origin = {r[0][one], r[1][one], r[2][one]},
                              .direction = {r[3][one], r[4][one], r[5][one]},
                              .t_min = r[6][one],
                              .t_max = r[7][one]};
            const Shapes all_shapes = shapes_of(cases, 0, count);
            by_ray.hit_summary = pairwise::closest_hit(ray, all_shapes, by_ray.columns());
            by_ray.occluded_summary = pairwise::occluded(ray, all_shapes, by_ray.occluded);
            EXPECT_EQ(difference(by_ray, answers_of(same_ray, {})), "") << "ray " << one;

            Answers by_shape(count);
            const Rays all_rays = rays_of(cases.rays, 0, count);
            const Shapes shape = shapes_of(cases, one, 1);
            by_shape.hit_summary = pairwise::closest_hit(all_rays, shape, by_shape.columns());
            by_shape.occluded_summary = pairwise::occluded(all_rays, shape, by_shape.occluded);
            EXPECT_EQ(difference(by_shape, answers_of(same_shape, {})), "") << "shape " << one;

            Rows<float> repeated(layouts[0], hostile::Ray::components, 1, 0.0f);
            for (std::size_t k = 0; k < hostile::Ray::components; ++k)
                repeated.at(0, k) = r[k][one];
            const auto still = [&]<class T>(std::size_t k, lanecast::Input<T>& column) {
                column =
                    lanecast::column<T>(static_cast<const void*>(&repeated.at(0, k)), 0, count);
            };
            Rays stride_of_zero;
            still(0, stride_of_zero.origin);
            still(3, stride_of_zero.direction);
            still(6, stride_of_zero.t_min);
            still(7, stride_of_zero.t_max);
            Answers by_stride(count);
            by_stride.hit_summary =
                pairwise::closest_hit(stride_of_zero, all_shapes, by_stride.columns());
            by_stride.occluded_summary =
                pairwise::occluded(stride_of_zero, all_shapes, by_stride.occluded);
            EXPECT_EQ(difference(by_stride, by_ray), "") << "ray " << one;
        }
    });
}

TYPED_TEST(PairwiseBatch, ColumnsLeftOutDoNotChangeTheOthers) {
    const auto cases = mixed_cases<TypeParam>(67);
    const Rays rays = rays_of(cases.rays, 0, cases.size());
    const Shapes shapes = shapes_of(cases, 0, cases.size());
    on_every_isa([&] {
        const Answers expected = answers_of(cases, {});
        const auto alone = [&](auto member, auto column) {
            Answers answers(cases.size());
            Hits hits;
            hits.*column = answers.*member;
            pairwise::closest_hit(rays, shapes, hits);
            EXPECT_EQ(
                std::memcmp((answers.*member).data(), (expected.*member).data(), cases.size() * 4),
                0);
        };
        alone(&Answers::t, &Hits::t);
        alone(&Answers::u, &Hits::u);
        alone(&Answers::v, &Hits::v);
        alone(&Answers::id, &Hits::id);
        alone(&Answers::part, &Hits::part);
        alone(&Answers::flags, &Hits::flags);
        Answers t_and_id(cases.size());
        pairwise::closest_hit(rays, shapes, {.t = t_and_id.t, .id = t_and_id.id});
        EXPECT_EQ(std::memcmp(t_and_id.t.data(), expected.t.data(), cases.size() * 4), 0);
        EXPECT_EQ(t_and_id.id, expected.id);
        const Summary nothing_asked = pairwise::closest_hit(rays, shapes, Hits{});
        EXPECT_EQ(nothing_asked.hits, expected.hit_summary.hits);
    });
}

TYPED_TEST(PairwiseBatch, BadAndInactiveRaysDisturbNobody) {
    const auto cases = hostile::make_cases<TypeParam>(Kind::near, 300, 11);
    const std::vector<hostile::OddRay> odd = hostile::odd_rays();
    hostile::Random random(11);
    Cases<TypeParam> spoilt = cases;
    std::vector<std::uint32_t> masks(cases.size(), 1u);
    std::vector<std::uint32_t> expected_flags(cases.size(), flag::hit);
    std::vector<std::size_t> invalid_rays;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const hostile::OddRay& other = odd[random.below(odd.size())];
        const bool inactive = random.one_in(4);
        const bool bad = other.invalid && random.one_in(3);
        if (bad) {
            for (std::size_t k = 0; k < hostile::Ray::components; ++k)
                spoilt.rays[k][i] = other.ray.c[k];
        }
        masks[i] = inactive ? 0u : 1u;
        expected_flags[i] = inactive ? 0u : bad ? flag::invalid : flag::hit;
        if (bad && !inactive)
            invalid_rays.push_back(i);
    }
    on_every_isa([&] {
        const Answers clean = answers_of(cases, {});
        Answers answers(cases.size());
        Rays rays = rays_of(spoilt.rays, 0, cases.size());
        rays.mask = masks;
        const Shapes shapes = shapes_of(spoilt, 0, cases.size());
        const Summary summary = pairwise::closest_hit(rays, shapes, answers.columns());
        const Summary any = pairwise::occluded(rays, shapes, answers.occluded);
        std::size_t hits = 0;
        for (std::size_t i = 0; i < cases.size(); ++i) {
            if (expected_flags[i] == flag::hit)
                EXPECT_TRUE(same_bits(answers[i], clean[i])) << "ray " << i;
            else
                EXPECT_TRUE(is_miss(answers[i], expected_flags[i])) << "ray " << i;
            EXPECT_EQ(answers.occluded[i], answers.flags[i] & flag::hit);
            hits += answers.occluded[i];
        }
        for (const Summary& one : {summary, any}) {
            EXPECT_EQ(one.queries, cases.size());
            EXPECT_EQ(one.hits, hits);
            EXPECT_EQ(one.invalid, invalid_rays.size());
            EXPECT_EQ(one.truncated, 0u);
        }
        const std::vector<lanecast::BadQuery> listed = validate(rays, cases.size());
        ASSERT_EQ(listed.size(), invalid_rays.size());
        for (std::size_t i = 0; i < listed.size(); ++i)
            EXPECT_EQ(listed[i].index, invalid_rays[i]);
    });
}

struct OddShape {
    std::size_t component;
    float value;
    bool bad;
};

/// Changes of one component that make a shape bad, or nearly so.
std::vector<OddShape> odd_shapes(const hostile::Sphere&) {
    return {{3, 0.0f, true}, {3, -0.0f, true},    {3, -1.0f, true},
            {3, nan, true},  {3, infinity, true}, {3, 1e-45f, false}};
}
std::vector<OddShape> odd_shapes(const hostile::Aabb& box) {
    std::vector<OddShape> odd;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const float hi = box.c[axis + 3];
        odd.push_back({axis, hi, false});
        odd.push_back({axis, std::nextafter(hi, infinity), true});
        odd.push_back({axis + 3, -infinity, true});
    }
    return odd;
}
std::vector<OddShape> odd_shapes(const hostile::Box& box) {
    std::vector<OddShape> odd;
    for (std::size_t k = 3; k < 6; ++k) {
        odd.push_back({k, 0.0f, false});
        odd.push_back({k, -0.0f, false});
        odd.push_back({k, -1e-45f, true});
        odd.push_back({k, -1.0f, true});
    }
    if (box.c[6] == 0.0f && box.c[7] == 0.0f && box.c[8] == 0.0f) {
        for (const float sign : {1.0f, -1.0f}) {
            odd.push_back({9, sign * 1.0009f, false});
            odd.push_back({9, sign * 0.9991f, false});
            odd.push_back({9, sign * 1.0011f, true});
            odd.push_back({9, sign * 0.9989f, true});
        }
        odd.push_back({9, 0.0f, true});
    }
    return odd;
}
std::vector<OddShape> odd_shapes(const hostile::Triangle&) { return {}; }

TYPED_TEST(PairwiseBatch, RefusedShapesAreFlaggedAndDisturbNobody) {
    auto cases = hostile::make_cases<TypeParam>(Kind::near, 400, 13);
    if constexpr (std::is_same_v<TypeParam, hostile::Box>) {
        for (std::size_t i = 0; i < cases.size(); i += 2) {
            cases.shapes[6][i] = cases.shapes[7][i] = cases.shapes[8][i] = 0.0f;
            cases.shapes[9][i] = 1.0f;
        }
    }
    Cases<TypeParam> spoilt = cases;
    enum class Fate { whole, odd, refused };
    std::vector<Fate> fates(cases.size(), Fate::whole);
    hostile::Random random(13);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (random.one_in(2))
            continue;
        std::vector<OddShape> odd = odd_shapes(cases.shape(i));
        for (std::size_t k = 0; k < TypeParam::components; ++k) {
            odd.push_back({k, nan, true});
            odd.push_back({k, infinity, true});
            odd.push_back({k, -infinity, true});
        }
        const OddShape& change = odd[random.below(odd.size())];
        spoilt.shapes[change.component][i] = change.value;
        fates[i] = change.bad ? Fate::refused : Fate::odd;
    }
    const auto refused =
        static_cast<std::size_t>(std::count(fates.begin(), fates.end(), Fate::refused));
    on_every_isa([&] {
        const Answers clean = answers_of(cases, {});
        const Answers answers = answers_of(spoilt, {});
        for (std::size_t i = 0; i < cases.size(); ++i) {
            if (fates[i] == Fate::whole)
                EXPECT_TRUE(same_bits(answers[i], clean[i])) << "pair " << i;
            else if (fates[i] == Fate::refused)
                EXPECT_TRUE(is_miss(answers[i], flag::bad_shape)) << "pair " << i;
            else
                EXPECT_EQ(answers.flags[i] & flag::bad_shape, 0u) << "pair " << i;
            EXPECT_EQ(answers.occluded[i], answers.flags[i] & flag::hit);
        }
        EXPECT_EQ(answers.hit_summary.invalid, refused);
        EXPECT_EQ(answers.occluded_summary.invalid, refused);
    });
}

TYPED_TEST(PairwiseBatch, ABadRayAndARefusedShapeAreBothFlaggedAndCountOnce) {
    auto cases = hostile::make_cases<TypeParam>(Kind::near, 21, 17);
    cases.rays[3][4] = nan;
    cases.shapes[0][4] = nan;
    on_every_isa([&] {
        const Answers answers = answers_of(cases, {});
        EXPECT_TRUE(is_miss(answers[4], flag::invalid | flag::bad_shape));
        EXPECT_EQ(answers.hit_summary.invalid, 1u);
    });
}

TYPED_TEST(PairwiseBatch, MasksOfRaysAndShapesMustShareABit) {
    const auto cases = hostile::make_cases<TypeParam>(Kind::near, 200, 19);
    std::vector<std::uint32_t> ray_masks, shape_masks;
    hostile::Random random(19);
    const auto some_bit = [&] { return std::uint32_t{1} << 4 * random.below(8); };
    for (std::size_t i = 0; i < cases.size(); ++i) {
        ray_masks.push_back(some_bit() | some_bit());
        shape_masks.push_back(random.one_in(5) ? 0u : some_bit() | 16u);
    }
    on_every_isa([&] {
        const Answers all = answers_of(cases, {});
        Rays rays = rays_of(cases.rays, 0, cases.size());
        Shapes shapes = shapes_of(cases, 0, cases.size());
        rays.mask = ray_masks;
        std::visit([&](auto& batch) { batch.mask = shape_masks; }, shapes);
        Answers answers(cases.size());
        pairwise::closest_hit(rays, shapes, answers.columns());
        pairwise::occluded(rays, shapes, answers.occluded);
        for (std::size_t i = 0; i < cases.size(); ++i) {
            if ((ray_masks[i] & shape_masks[i]) != 0)
                EXPECT_TRUE(same_bits(answers[i], all[i])) << "pair " << i;
            else
                EXPECT_TRUE(is_miss(answers[i], 0)) << "pair " << i;
            EXPECT_EQ(answers.occluded[i], answers.flags[i] & flag::hit);
        }
    });
}

TYPED_TEST(PairwiseBatch, IgnoreLeavesOutThePairThatItNames) {
    const auto cases = hostile::make_cases<TypeParam>(Kind::near, 200, 23);
    std::vector<std::uint32_t> ignored;
    hostile::Random random(23);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto own = static_cast<std::uint32_t>(i);
        ignored.push_back(random.one_in(2) ? own : random.one_in(2) ? own + 1 : lanecast::no_id);
    }
    on_every_isa([&] {
        const Answers all = answers_of(cases, {});
        Rays rays = rays_of(cases.rays, 0, cases.size());
        rays.ignore = ignored;
        const Shapes shapes = shapes_of(cases, 0, cases.size());
        Answers answers(cases.size());
        pairwise::closest_hit(rays, shapes, answers.columns());
        pairwise::occluded(rays, shapes, answers.occluded);
        for (std::size_t i = 0; i < cases.size(); ++i) {
            if (ignored[i] != i)
                EXPECT_TRUE(same_bits(answers[i], all[i])) << "pair " << i;
            else
                EXPECT_TRUE(is_miss(answers[i], 0)) << "pair " << i;
            EXPECT_EQ(answers.occluded[i], answers.flags[i] & flag::hit);
        }
    });
}

TYPED_TEST(PairwiseBatch, TheNumberOfThreadsDoesNotMatter) {
    const auto cases = mixed_cases<TypeParam>(20'011);
    const Answers expected = answers_of(cases, {});
    for (const std::uint32_t threads : {0u, 2u, 3u, 64u}) {
        Answers answers(cases.size());
        const Rays rays = rays_of(cases.rays, 0, cases.size());
        const Shapes shapes = shapes_of(cases, 0, cases.size());
        const Options options = {.threads = threads};
        answers.hit_summary = pairwise::closest_hit(rays, shapes, answers.columns(), options);
        answers.occluded_summary = pairwise::occluded(rays, shapes, answers.occluded, options);
        EXPECT_EQ(difference(answers, expected), "") << threads << " threads";
    }
}

/// Rays and shapes with numbers that become 0 if subnormals are flushed.
template <class Shape>
Cases<Shape> subnormal_cases(std::size_t count) {
    auto cases = hostile::make_cases<Shape>(Kind::near, count, 29);
    hostile::Random random(29);
    for (std::size_t i = 0; i < count; ++i) {
        for (auto& column : cases.rays)
            if (random.one_in(6) && &column != &cases.rays[7])
                column[i] = static_cast<float>(random.sign() * random.magnitude(-44, -38));
        if (random.one_in(4)) {
            for (auto& column : cases.rays)
                column[i] *= 1e-38f;
            for (std::size_t k = 0; k < std::min<std::size_t>(Shape::components, 6); ++k)
                cases.shapes[k][i] *= 1e-38f;
        }
    }
    return cases;
}

/// The control bits of the floating-point unit, without what the last operation left there.
std::uint64_t control_bits() {
#if defined(__x86_64__)
    return _mm_getcsr() & ~0x3Fu;
#elif defined(__aarch64__)
    return __builtin_aarch64_get_fpcr();
#else
    return 0;
#endif
}

void set_control_bits(std::uint64_t bits) {
#if defined(__x86_64__)
    _mm_setcsr(static_cast<unsigned>(bits));
#elif defined(__aarch64__)
    __builtin_aarch64_set_fpcr(static_cast<unsigned>(bits));
#else
    (void)bits;
#endif
}

#if defined(__x86_64__)
constexpr std::uint64_t flush_to_zero = 0x8040; // FTZ and DAZ
#elif defined(__aarch64__)
constexpr std::uint64_t flush_to_zero = std::uint64_t{1} << 24;
#else
constexpr std::uint64_t flush_to_zero = 0;
#endif

TYPED_TEST(PairwiseBatch, TheCallersRoundingAndFlushingChangeNothingAndAreRestored) {
    const auto cases = subnormal_cases<TypeParam>(4'003);
    const Rays rays = rays_of(cases.rays, 0, cases.size());
    const Shapes shapes = shapes_of(cases, 0, cases.size());
    on_every_isa([&] {
        for (const std::uint32_t threads : {1u, 0u}) {
            const Answers expected = answers_of(cases, {});
            for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
                for (const std::uint64_t flushing : {std::uint64_t{0}, flush_to_zero}) {
                    Answers answers(cases.size());
                    const Hits hits = answers.columns();
                    const lanecast::Output<bool> occluded = answers.occluded;
                    const Options options = {.threads = threads};
                    const int rounding_before = std::fegetround();
                    const std::uint64_t before = control_bits();
                    std::fesetround(rounding);
                    set_control_bits(control_bits() | flushing);
                    const std::uint64_t set = control_bits();
                    answers.hit_summary = pairwise::closest_hit(rays, shapes, hits, options);
                    const std::uint64_t after_hits = control_bits();
                    answers.occluded_summary = pairwise::occluded(rays, shapes, occluded, options);
                    const std::uint64_t after_occluded = control_bits();
                    const int rounding_after = std::fegetround();
                    set_control_bits(before);
                    std::fesetround(rounding_before);
                    EXPECT_EQ(after_hits, set);
                    EXPECT_EQ(after_occluded, set);
                    EXPECT_EQ(rounding_after, rounding);
                    EXPECT_EQ(difference(answers, expected), "")
                        << "rounding " << rounding << ", flushing " << flushing;
                }
            }
        }
    });
}

} // namespace
