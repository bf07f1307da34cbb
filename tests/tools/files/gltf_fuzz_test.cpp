#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/fuzz_budget.hpp"
#include "kernels/hostile/random.hpp"
#include "tools/console/failure.hpp"
#include "tools/files/gltf_models.hpp"
#include "tools/files/temporary_folder.hpp"
#include "tools/meshes/mesh.hpp"

// Reads damaged glTF, as careless and hostile programs write it. A file must be read, with all
// corners among its vertices, or refused; the sanitizers find what else may happen. By default, the
// test runs for seconds, always with the same files. To run it for an hour:
//
//     LANECAST_FUZZ_SECONDS=3600 LANECAST_FUZZ_SEED=2 build/asan/tests/tools/gltf_test
//         --gtest_filter=GltfFuzz.*
//
// A file at which the program dies is the last one in the temporary folder lanecast_files_*.

namespace lanecast::test {
namespace {

using nlohmann::json;

class Mutator {
public:
    explicit Mutator(hostile::Random& random) : random_(random) {}

    std::string file(const GltfFile& model) {
        GltfFile changed = model;
        const std::size_t changes = 1 + random_.below(3);
        for (std::size_t i = 0; i < changes; ++i)
            change(changed);
        const bool is_binary = random_.below(4) == 0;
        std::string bytes = is_binary ? changed.binary() : changed.text();
        if (random_.below(8) == 0)
            bytes.resize(random_.below(bytes.size() + 1));
        if (is_binary && random_.below(4) == 0) {
            bytes[random_.below(std::min<std::size_t>(bytes.size(), 28))] ^=
                static_cast<char>(1 << random_.below(8));
        }
        return bytes;
    }

private:
    void change(GltfFile& model) {
        if (random_.below(4) == 0 && !model.bytes.empty()) {
            model.bytes[random_.below(model.bytes.size())] =
                static_cast<char>(random_.bits() >> 32);
            return;
        }
        std::vector<json*> places;
        collect(model.document, places);
        json& place = *places[random_.below(places.size())];
        switch (random_.below(6)) {
        case 0: // another part of the document
            place = json(*places[random_.below(places.size())]);
            break;
        case 1:
            if (place.is_structured() && !place.empty()) {
                auto member = place.begin();
                std::advance(member, static_cast<std::ptrdiff_t>(random_.below(place.size())));
                place.erase(member);
                break;
            }
            [[fallthrough]];
        case 2:
            if (place.is_array()) {
                place.push_back(place.empty() ? json(0) : json(place[0]));
                break;
            }
            [[fallthrough]];
        default:
            place = place.is_number_integer() && random_.below(2) == 0
                        ? json(place.get<std::int64_t>() + (random_.below(2) == 0 ? 1 : -1))
                        : value();
        }
    }

    static void collect(json& value, std::vector<json*>& places) {
        places.push_back(&value);
        if (value.is_structured())
            for (json& element : value)
                collect(element, places);
    }

    json value() {
        const std::array<json, 26> values = {nullptr,
                                             true,
                                             false,
                                             "",
                                             "VEC3",
                                             "SCALAR",
                                             "MAT4",
                                             "/dev/zero",
                                             "..",
                                             json::array(),
                                             json::object(),
                                             -1,
                                             0,
                                             1,
                                             2,
                                             3,
                                             4,
                                             7,
                                             255,
                                             65535,
                                             2147483648u,
                                             4294967296u,
                                             18446744073709551615u,
                                             0.5,
                                             -1e308,
                                             1e-320};
        return values[random_.below(values.size())];
    }

    hostile::Random& random_;
};

TEST(GltfFuzz, DamagedFilesAreReadOrRefused) {
    const auto endings = tools::readable_mesh_endings();
    if (std::ranges::find(endings, ".gltf") == endings.end())
        GTEST_SKIP() << "built without tinygltf or Draco";
    const std::array<GltfFile, 6> models = {square_file(), skinned(),     sparse(),
                                            morphed(),     interleaved(), compressed()};
    const hostile::FuzzBudget budget(20'000);
    hostile::Random random(static_cast<std::uint64_t>(budget.seed()));
    Mutator mutator(random);
    const TemporaryFolder folder;
    long read = 0, refused = 0;
    if (!budget.is_timed())
        testing::internal::CaptureStderr(); // warnings
    for (long number = 0; budget.has(number); ++number) {
        const GltfFile& model = models[random.below(models.size())];
        const std::string path = folder.write("w.gltf", mutator.file(model));
        try {
            const tools::Polygons polygons = tools::load_polygons(path);
            ++read;
            ASSERT_EQ(polygons.face_ends.back(), polygons.corners.size());
            for (const std::uint32_t corner : polygons.corners)
                ASSERT_LT(corner, polygons.vertices.size());
        } catch (const tools::Failure&) {
            ++refused;
        }
    }
    if (!budget.is_timed())
        testing::internal::GetCapturedStderr();
    RecordProperty("read", std::to_string(read));
    EXPECT_GT(read, refused / 100) << "too few files are read";
    EXPECT_GT(refused, read / 100) << "too few files are damaged";
}

} // namespace
} // namespace lanecast::test
