#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/fewer_queries.hpp"
#include "kernels/volumes/volume_judge.hpp"
#include "kernels/volumes/volume_survey.hpp"
#include "lanecast/pairwise.hpp"

// Moving capsules and boxes against the reference, ordinary and hostile ones.
//
// A thousand cases for each family, volume and shape, or 20,000 if the environment has
// LANECAST_ALL_QUERIES. LANECAST_VOLUME_CASES is another number, LANECAST_VOLUME_SEED another seed.
namespace {

using namespace volume_survey;

std::size_t number_from(const char* variable, std::size_t otherwise) {
    const char* const text = std::getenv(variable);
    return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

std::size_t cases_of_each() {
    const bool all = std::getenv("LANECAST_ALL_QUERIES") != nullptr;
    return number_from("LANECAST_VOLUME_CASES", hostile::fewer(all ? 20'000 : 1'000));
}

/// Hexadecimal floats in the order of the members, which read back exactly.
template <class Floats>
std::string in_hex(const Floats& floats) {
    static_assert(sizeof(Floats) % sizeof(float) == 0);
    float numbers[sizeof(Floats) / sizeof(float)];
    std::memcpy(numbers, &floats, sizeof numbers);
    std::string text;
    for (const float x : numbers) {
        char number[40];
        std::snprintf(number, sizeof number, " %a", static_cast<double>(x));
        text += number;
    }
    return text;
}

std::string to_text(const lanecast::Impact& impact) {
    if (!impact)
        return "miss, flags " + std::to_string(impact.flags);
    const auto vector = [](const char* name, lanecast::Vec3 v) {
        char text[120];
        std::snprintf(text, sizeof text, ", %s (%.9g %.9g %.9g)", name, static_cast<double>(v.x),
                      static_cast<double>(v.y), static_cast<double>(v.z));
        return std::string(text);
    };
    char text[120];
    std::snprintf(text, sizeof text, "t %a, id %u, depth %.9g, flags %u",
                  static_cast<double>(impact.t), impact.id, static_cast<double>(impact.depth),
                  impact.flags);
    return text + vector("normal", impact.normal) + vector("point", impact.point) +
           vector("centre", impact.center);
}

template <class Volume, class Shape>
struct Cases {
    std::vector<Volume> volumes;
    std::vector<Shape> shapes;
    std::vector<lanecast::Impact> impacts;

    Cases(Family family, std::size_t count) : impacts(count) {
        const std::size_t seed = number_from("LANECAST_VOLUME_SEED", 1);
        reference::Random random(seed * 100 + static_cast<std::size_t>(family));
        for (std::size_t i = 0; i < count; ++i) {
            const auto [volume, shape] = make_case<Volume, Shape>(random, family);
            volumes.push_back(volume);
            shapes.push_back(shape);
        }
        const lanecast::Summary summary = lanecast::pairwise::sweep(
            Volume::columns(volumes), Shape::columns(shapes), into(impacts), {.threads = 1});
        EXPECT_EQ(summary.queries, count);
        EXPECT_EQ(summary.invalid, 0u);
    }

    /// The promise that impact i, or another one in its place, breaks; or "".
    std::string judge(std::size_t i, const lanecast::Impact& impact, Worst& worst) const {
        return volume_survey::judge(volumes[i], shapes[i], impact, static_cast<std::uint32_t>(i),
                                    worst);
    }

    std::string describe(std::size_t i) const {
        return std::string("case ") + std::to_string(i) + ", " + Volume::name + in_hex(volumes[i]) +
               ", " + Shape::name + in_hex(shapes[i]) + ", answer " + to_text(impacts[i]);
    }
};

template <class Volume_, class Shape_>
struct Pair {
    using Volume = Volume_;
    using Shape = Shape_;
};
using Pairs = testing::Types<
    Pair<CapsuleVolume, SphereShape>, Pair<CapsuleVolume, AabbShape>, Pair<CapsuleVolume, BoxShape>,
    Pair<CapsuleVolume, CapsuleShape>, Pair<CapsuleVolume, CylinderShape>,
    Pair<CapsuleVolume, ConeShape>, Pair<CapsuleVolume, TriangleShape>,
    Pair<CapsuleVolume, PlaneShape>, Pair<CapsuleVolume, LineShape>, Pair<BoxVolume, SphereShape>,
    Pair<BoxVolume, AabbShape>, Pair<BoxVolume, BoxShape>, Pair<BoxVolume, CapsuleShape>,
    Pair<BoxVolume, TriangleShape>, Pair<BoxVolume, PlaneShape>, Pair<BoxVolume, LineShape>>;

struct PairNames {
    template <class P>
    static std::string GetName(int) {
        return std::string(P::Volume::name) + "_" + P::Shape::name;
    }
};

template <class P>
class VolumeAccuracy : public testing::Test {};
TYPED_TEST_SUITE(VolumeAccuracy, Pairs, PairNames);

void print(const char* name, const Worst& worst) {
    std::printf("\n%16s %8zu %8zu %8zu %8zu", name, worst.cases, worst.hits, worst.overlaps,
                worst.flipped);
    for (const double error : worst.errors)
        std::printf(" %9.3f", error);
}

TYPED_TEST(VolumeAccuracy, EveryPromiseHolds) {
    using Volume = typename TypeParam::Volume;
    using Shape = typename TypeParam::Shape;
    std::printf("%s against %s: worst errors in e s, of which %g are promised\n", Volume::name,
                Shape::name, promised);
    std::printf("%16s %8s %8s %8s %8s", "family", "cases", "hits", "overlaps", "flipped");
    for (const char* const measure : measures)
        std::printf(" %9s", measure);
    for (std::size_t f = 0; f < family_count; ++f) {
        const auto family = static_cast<Family>(f);
        const Cases<Volume, Shape> cases(family, cases_of_each());
        Worst worst;
        std::size_t broken = 0;
        for (std::size_t i = 0; i < cases.impacts.size(); ++i) {
            const std::string promise = cases.judge(i, cases.impacts[i], worst);
            if (!promise.empty() && ++broken <= 3)
                ADD_FAILURE() << to_string(family) << ": not so that " << promise << "\n"
                              << cases.describe(i);
        }
        EXPECT_EQ(broken, 0u) << to_string(family);
        EXPECT_GT(worst.hits, worst.cases / 4) << to_string(family);
        EXPECT_LT(worst.hits, worst.cases) << to_string(family);
        print(to_string(family), worst);
    }
    std::printf("\n");
}

/// Counts how many answers that `tamper` makes grossly wrong are noticed.
template <class AllCases, class Select, class Tamper>
void expect_noticed(const AllCases& cases, const char* what, double share, Select select,
                    Tamper tamper) {
    std::size_t tried = 0;
    std::size_t noticed = 0;
    for (std::size_t i = 0; i < cases.impacts.size(); ++i) {
        lanecast::Impact impact = cases.impacts[i];
        if (!select(impact))
            continue;
        tamper(impact);
        Worst worst;
        ++tried;
        noticed += !cases.judge(i, impact, worst).empty();
    }
    EXPECT_GE(static_cast<double>(noticed), share * static_cast<double>(tried)) << what;
}

// The judge itself. Tampered answers of paths that graze may be right by chance.
TYPED_TEST(VolumeAccuracy, WrongAnswersAreNoticed) {
    using lanecast::Impact;
    const Cases<typename TypeParam::Volume, typename TypeParam::Shape> cases(Family::ordinary, 300);
    const auto is_hit = [](const Impact& impact) { return static_cast<bool>(impact); };
    const auto is_late = [](const Impact& impact) { return impact && impact.t > 0.05f; };
    const auto overlaps = [](const Impact& impact) {
        return (impact.flags & lanecast::flag::inside) != 0;
    };
    expect_noticed(cases, "a hit as a miss", 0.9, is_hit, [](Impact& impact) { impact = {}; });
    expect_noticed(cases, "a later hit", 0.9, is_late, [](Impact& impact) { impact.t *= 1.05f; });
    expect_noticed(cases, "an earlier hit", 0.9, is_late,
                   [](Impact& impact) { impact.t *= 0.95f; });
    expect_noticed(cases, "another depth", 1.0, overlaps,
                   [](Impact& impact) { impact.depth += 0.01f; });
    expect_noticed(cases, "another normal", 0.8, is_hit, [](Impact& impact) {
        impact.normal = {impact.normal.y, impact.normal.z, impact.normal.x};
    });
    expect_noticed(cases, "the normal from the other side", 0.9, is_hit, [](Impact& impact) {
        impact.normal = {-impact.normal.x, -impact.normal.y, -impact.normal.z};
    });
    expect_noticed(cases, "a point in the air", 0.9, is_hit, [](Impact& impact) {
        impact.point.x += 0.1f * impact.normal.x;
        impact.point.y += 0.1f * impact.normal.y;
        impact.point.z += 0.1f * impact.normal.z;
    });
    expect_noticed(cases, "another centre", 1.0, is_hit,
                   [](Impact& impact) { impact.center.y += 0.01f; });
    expect_noticed(cases, "another id", 1.0, is_hit, [](Impact& impact) { ++impact.id; });
    expect_noticed(cases, "inside", 0.9, is_hit,
                   [](Impact& impact) { impact.flags ^= lanecast::flag::inside; });
    expect_noticed(
        cases, "a miss with a normal", 1.0, [](const Impact& impact) { return !impact; },
        [](Impact& impact) { impact.normal.x = 1.0f; });
}

} // namespace
