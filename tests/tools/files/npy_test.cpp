#include "tools/program.hpp"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>
#include <sstream>

namespace lanecast::test {
namespace {

using NpyTest = ProgramTest;

constexpr const char* scene = R"({"shapes": [
    {"type": "sphere", "center": [0.3, 0.1, -0.2], "radius": 0.7},
    {"type": "box", "center": [0.1, 1.3, 0], "half_extents": [0.5, 0.4, 0.3],
     "rotation": [0.18257419, 0.36514837, 0.54772256, 0.73029674]}]})";

/// An array in the format of NumPy's save().
std::string npy(const std::string& header, const std::string& data, char major = 1) {
    std::string text = std::string("\x93NUMPY") + major + '\0';
    const std::size_t length_size = major == 1 ? 2 : 4;
    for (std::size_t i = 0; i < length_size; ++i)
        text += static_cast<char>(header.size() >> (8 * i) & 0xFF);
    return text + header + data;
}

std::string header_of(const std::string& shape, const std::string& descr = "'<f4'",
                      const std::string& order = "False") {
    return "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

template <class Number>
std::string bytes_of(const std::vector<Number>& numbers) {
    std::string bytes(numbers.size() * sizeof(Number), '\0');
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}

/// Rays with `columns` numbers each, about half of which hit the scene.
std::vector<float> some_rays(std::size_t count, std::size_t columns) {
    std::mt19937 random(11);
    const auto unit = [&random] { return static_cast<float>(random() >> 8) * 0x1p-24f; };
    std::vector<float> numbers;
    for (std::size_t i = 0; i < count * columns; ++i) {
        const std::size_t column = i % columns;
        numbers.push_back(column < 3   ? 8 * unit() - 4
                          : column < 6 ? 2 * unit() - 1 - numbers[i - 3] / 4
                                       : unit() + static_cast<float>(column == 7) * 8);
    }
    return numbers;
}

std::string csv_of(const std::vector<float>& numbers, std::size_t columns) {
    std::ostringstream text;
    text.precision(9);
    text << (columns == 6 ? "ox,oy,oz,dx,dy,dz" : "ox,oy,oz,dx,dy,dz,t_min,t_max");
    for (std::size_t i = 0; i < numbers.size(); ++i)
        text << (i % columns == 0 ? '\n' : ',') << numbers[i];
    return text.str();
}

/// Bytes of a record with the numbers of a .csv line, by type: f for float, u for uint32.
std::string record_of(const std::string& line, const std::string& types) {
    std::string bytes;
    std::istringstream fields(line);
    std::string field;
    for (const char type : types) {
        EXPECT_TRUE(std::getline(fields, field, ',')) << line;
        char number[4];
        if (type == 'f') {
            const float value = std::strtof(field.c_str(), nullptr);
            std::memcpy(number, &value, sizeof(number));
        } else {
            const auto value = static_cast<std::uint32_t>(std::strtoul(field.c_str(), nullptr, 10));
            std::memcpy(number, &value, sizeof(number));
        }
        bytes.append(number, sizeof(number));
    }
    EXPECT_FALSE(std::getline(fields, field, ',')) << line;
    return bytes;
}

/// Checks the header of an array and returns its data.
std::string data_of(const std::string& array, const std::string& header, std::size_t data_bytes) {
    const std::size_t data_at = array.size() - data_bytes;
    EXPECT_EQ(data_at % 64, 0u);
    EXPECT_EQ(array.substr(0, 8), std::string("\x93NUMPY\x01\0", 8));
    EXPECT_EQ(static_cast<std::size_t>(static_cast<unsigned char>(array[8])) +
                  (static_cast<std::size_t>(static_cast<unsigned char>(array[9])) << 8) + 10,
              data_at);
    EXPECT_EQ(array.substr(10, header.size()), header);
    EXPECT_EQ(array[data_at - 1], '\n');
    return array.substr(data_at);
}

TEST_F(NpyTest, RaysAreTheSameFromNpyOfEitherVersionAndFromCsv) {
    const std::string world = write("w.json", scene);
    for (const std::size_t columns : {6u, 8u}) {
        const std::vector<float> rays = some_rays(500, columns);
        const std::string shape = "(500, " + std::to_string(columns) + ")";
        const std::string data = bytes_of(rays);
        const std::string from_csv = hits(world, write("r.csv", csv_of(rays, columns)));
        EXPECT_EQ(hits(world, write("r1.npy", npy(header_of(shape), data, 1))), from_csv);
        EXPECT_EQ(hits(world, write("r2.npy", npy(header_of(shape), data, 2))), from_csv);
        EXPECT_NE(from_csv.find(",0,4294967295,"), std::string::npos);
        EXPECT_NE(from_csv.find(",1,4294967295,"), std::string::npos);
        EXPECT_NE(from_csv.find(miss), std::string::npos);
    }
}

struct AnswerCase {
    std::vector<std::string> command; ///< with the option that takes the queries
    std::size_t columns;              ///< of the queries
    std::string descr;
    std::string types; ///< types of a record's numbers
};

/// The numbers converted to another type, with each number's bytes reversed if `swapped`.
template <class Number>
std::string bytes_as(const std::vector<float>& numbers, bool swapped = false) {
    std::string bytes;
    for (const float number : numbers) {
        const auto value = static_cast<Number>(number);
        std::string one(sizeof value, '\0');
        std::memcpy(one.data(), &value, sizeof value);
        bytes += swapped ? std::string(one.rbegin(), one.rend()) : one;
    }
    return bytes;
}

// At first only little-endian float32 in C order could be read.
// Python 2 wrote lengths as longs, and NumPy writes version 3 for names beyond Latin-1.
TEST_F(NpyTest, OldAndNewHeadersAreRead) {
    const std::string world = write("w.json", scene);
    const std::vector<float> rays = some_rays(20, 6);
    const std::string expected = hits(world, write("a.csv", csv_of(rays, 6)));
    EXPECT_EQ(hits(world, write("a.npy", npy(header_of("(20L, 6L)"), bytes_of(rays)))), expected);
    EXPECT_EQ(hits(world, write("a.npy", npy(header_of("(20, 6)"), bytes_of(rays), 3))), expected);
}

TEST_F(NpyTest, RaysOfOtherTypesAndOrdersAreConvertedWhichIsSaid) {
    const std::string world = write("w.json", scene);
    constexpr std::size_t count = 40;
    const std::vector<float> rays = some_rays(count, 6);
    std::vector<float> turned;
    std::string records;
    for (std::size_t c = 0; c < 6; ++c)
        for (std::size_t i = 0; i < count; ++i)
            turned.push_back(rays[i * 6 + c]);
    for (std::size_t i = 0; i < count; ++i) {
        const auto part = [&](std::size_t first, std::size_t length) {
            return std::vector<float>(rays.begin() + static_cast<std::ptrdiff_t>(i * 6 + first),
                                      rays.begin() +
                                          static_cast<std::ptrdiff_t>(i * 6 + first + length));
        };
        // dz before the rest of the direction, padding, another field, and the origin last.
        records += bytes_as<double>(part(5, 1)) + "pad" + bytes_as<float>(part(3, 2), true) +
                   bytes_as<std::uint16_t>({7}) + bytes_as<float>(part(0, 3));
    }
    const std::string expected = hits(world, write("r.csv", csv_of(rays, 6)));
    const struct {
        std::string array;
        std::string said;
    } cases[] = {
        {npy(header_of("(40, 6)", "'<f8'"), bytes_as<double>(rays)), "float64"},
        {npy(header_of("(40, 6)", "'>f4'"), bytes_as<float>(rays, true)), "big-endian"},
        {npy(header_of("(40, 6)", "'>f8'"), bytes_as<double>(rays, true)), "float64, big-endian"},
        {npy(header_of("(40, 6)", "'<f4'", "True"), bytes_as<float>(turned)), "Fortran order"},
        {npy(header_of("(40,)", "[('dz', '<f8'), ('', '|V3'), ('dx', '>f4'), ('DY', '>f4'), "
                                "('ring', '<u2'), ('origin', '<f4', (3,))]"),
             records),
         "records, float64, big-endian"},
    };
    for (const auto& c : cases) {
        const Outcome outcome =
            lanecast({"cast", world, "--rays", write("r.npy", c.array), "--out", path("h.csv")});
        expect_says(outcome, {"converted: ", c.said});
        EXPECT_EQ(read("h.csv"), expected) << c.said;
    }
    EXPECT_NE(lanecast({"cast", world, "--rays", path("r.npy"), "--out", path("h.csv")})
                  .err.find("left out: \"ring\""),
              std::string::npos);
    // A file may hold a single query.
    const std::vector<float> first(rays.begin(), rays.begin() + 6);
    EXPECT_EQ(hits(world, write("r.npy", npy(header_of("(6,)"), bytes_of(first)))),
              hits(world, write("r.csv", csv_of(first, 6))));
    const std::vector<float> whole = {0, 0, 9, 0, 0, -1};
    EXPECT_EQ(hits(world,
                   write("r.npy", npy(header_of("(1, 6)", "'|i1'"), bytes_as<std::int8_t>(whole)))),
              hits(world, write("r.csv", csv_of(whole, 6))));
}

TEST_F(NpyTest, AnswersHaveTheSameBitsInNpyAndInCsv) {
    const std::string world = write("w.json", scene);
    const std::string id = "('id', '<u4'), ('part', '<u4'), ";
    const AnswerCase cases[] = {
        {{"cast", world, "--rays"}, 6, "('t', '<f4'), " + id + "('normal', '<f4', (3,))", "fuufff"},
        {{"sweep", world, "--spheres"},
         7,
         "('t', '<f4'), " + id +
             "('normal', '<f4', (3,)), ('point', '<f4', (3,)), ('depth', '<f4')",
         "fuufffffff"},
        {{"closest", world, "--points"},
         3,
         "('distance', '<f4'), " + id + "('point', '<f4', (3,)), ('normal', '<f4', (3,))",
         "fuuffffff"},
    };
    for (const AnswerCase& c : cases) {
        SCOPED_TRACE(c.command[0]);
        const std::string shape = "(500, " + std::to_string(c.columns) + ")";
        const std::string queries =
            write("q.npy", npy(header_of(shape), bytes_of(some_rays(500, c.columns))));
        std::istringstream csv(answer(with(c.command, {queries})));
        EXPECT_EQ(lanecast(with(c.command, {queries, "--out", path("a.npy")})).code, 0);

        const std::size_t record = 4 * c.types.size();
        const std::string data =
            data_of(read("a.npy"),
                    "{'descr': [" + c.descr + "], 'fortran_order': False, 'shape': (500,), }",
                    500 * record);
        std::string line;
        std::getline(csv, line);
        for (std::size_t i = 0; i < 500; ++i) {
            ASSERT_TRUE(std::getline(csv, line));
            EXPECT_TRUE(data.substr(i * record, record) == record_of(line, c.types))
                << "query " << i << ": " << line;
        }
        EXPECT_FALSE(std::getline(csv, line));
    }
}

// The .csv has no lines for missing hits; the .npy fills rows with misses.
TEST_F(NpyTest, UpToKAnswersAreTheSameRecordsAndWhereThoseOfEachQueryBegin) {
    const std::string world = write("w.json", R"({"shapes": [
        {"type": "sphere", "center": [0, 0, 0], "radius": 1},
        {"type": "sphere", "center": [0, 1, 0], "radius": 1.5},
        {"type": "sphere", "center": [0, 0, 1], "radius": 2},
        {"type": "sphere", "center": [1, 0, 0], "radius": 3},
        {"type": "sphere", "center": [0, 0, 0], "radius": 4}]})");
    const std::string id = "('id', '<u4'), ('part', '<u4')";
    const AnswerCase cases[] = {
        {{"cast", world, "--rays"},
         6,
         "('t', '<f4'), " + id + ", ('normal', '<f4', (3,))",
         "fuufff"},
        {{"overlap", world, "--spheres"}, 4, id, "uu"},
    };
    for (const AnswerCase& c : cases) {
        SCOPED_TRACE(c.command[0]);
        const std::string shape = "(500, " + std::to_string(c.columns) + ")";
        const std::string queries =
            write("q.npy", npy(header_of(shape), bytes_of(some_rays(500, c.columns))));
        const std::vector<std::string> command = with(c.command, {queries, "--all", "3"});
        std::istringstream csv(answer(command));
        EXPECT_EQ(lanecast(with(command, {"--out", path("a.npy")})).code, 0);

        std::string records;
        std::vector<std::uint64_t> offsets = {0};
        std::uint64_t count = 0;
        std::string line;
        for (std::getline(csv, line); std::getline(csv, line); ++count) {
            const std::size_t comma = line.find(',');
            offsets.resize(std::stoul(line) + 1, count); // end of the queries before this one
            records += record_of(line.substr(comma + 1), c.types);
        }
        offsets.resize(501, count);
        EXPECT_GT(count, 100u);
        EXPECT_LT(count, 1500u);
        const std::string array = read("a.npy");
        const std::size_t second = array.rfind("\x93NUMPY");
        ASSERT_EQ(second % 4, 0u);
        EXPECT_TRUE(data_of(array.substr(0, second),
                            "{'descr': [" + c.descr + "], 'fortran_order': False, 'shape': (" +
                                std::to_string(count) + ",), }",
                            records.size()) == records);
        EXPECT_TRUE(data_of(array.substr(second),
                            "{'descr': '<u8', 'fortran_order': False, 'shape': (501,), }",
                            501 * 8) == bytes_of(offsets));
    }
}

TEST_F(NpyTest, OverlapsIsOneBooleanField) {
    const std::vector<float> spheres = {0, 0, 0, 1, 9, 9, 9, 1};
    const std::string array_path = write("s.npy", npy(header_of("(2, 4)"), bytes_of(spheres)));
    EXPECT_EQ(lanecast({"overlap", write("w.json", scene), "--spheres", array_path, "--out",
                        path("o.npy")})
                  .code,
              0);
    const std::string array = read("o.npy");
    EXPECT_NE(array.find("'descr': [('overlaps', '|b1')], 'fortran_order': False, 'shape': (2,)"),
              std::string::npos);
    EXPECT_EQ(array.substr(array.size() - 2), std::string("\1\0", 2));
}

TEST_F(NpyTest, AnyIsOneBooleanField) {
    const std::string world = write("w.json", scene);
    const std::vector<float> rays = {-3, 0, 0, 1, 0, 0, -3, 0, 0, 0, 0, 1};
    const std::string array_path = write("r.npy", npy(header_of("(2, 6)"), bytes_of(rays)));
    EXPECT_EQ(lanecast({"cast", world, "--rays", array_path, "--out", path("h.npy"), "--any"}).code,
              0);
    const std::string array = read("h.npy");
    EXPECT_NE(array.find("'descr': [('hit', '|b1')], 'fortran_order': False, 'shape': (2,)"),
              std::string::npos);
    EXPECT_EQ(array.substr(array.size() - 2), std::string("\1\0", 2));
}

TEST_F(NpyTest, AnArrayOfNoRowsIsNoRays) {
    EXPECT_EQ(hits(write("w.json", scene), write("r.npy", npy(header_of("(0, 6)"), ""))),
              "t,id,part,nx,ny,nz\n");
}

TEST_F(NpyTest, FaultsAreRefused) {
    const std::string row(24, '\0');
    const std::string good = npy(header_of("(2, 6)"), row + row);
    const struct {
        std::string bytes;
        std::vector<std::string> parts;
    } cases[] = {
        {"", {"not an .npy file"}},
        {"ox,oy,oz,dx,dy,dz\n", {"not an .npy file"}},
        {good.substr(0, 7), {"cut off"}},
        {good.substr(0, 30), {"cut off"}},
        {good.substr(0, good.size() - 1), {"cut off", "(2, 6)", "47 bytes"}},
        {good + "x", {"1 bytes more"}},
        {npy(header_of("(99999999999999999, 6)"), row), {"cut off"}},
        {npy(header_of("(18446744073709551615, 8)"), row), {"cut off"}},
        {npy(header_of("(99999999999999999999999, 6)"), row), {"shape"}},
        {npy(header_of("(2, 6)"), row + row, 7), {"version 7.0"}},
        {npy(header_of("(6, 2)"), row + row), {"(6, 2)", "(N, 6)"}},
        {npy(header_of("(12,)"), row + row), {"shape", "(12,)"}},
        {npy(header_of("(1, 6, 2)"), row + row), {"shape is (1, 6, 2)", "(N, 6)"}},
        {npy(header_of("(2, 0)"), ""), {"shape is (2, 0)"}},
        {npy(header_of("(0, 99999999999999999, 6)"), row), {"24 bytes more"}},
        {npy(header_of("(-2, 6)"), row + row), {"shape", "(-2, 6)"}},
        {npy(header_of("(2, 6)", "'<f8'"), row + row), {"cut off", "(2, 6)", "48 bytes"}},
        {npy(header_of("(2, 6)", "'<c8'"), row + row), {"descr is \"'<c8'\""}},
        {npy(header_of("(2, 6)", "'|O'"), row + row), {"descr"}},
        {npy(header_of("(2, 6)", "'|V4'"), row + row), {"descr"}},
        {npy(header_of("(2,)", "[('o', '<f4', (6,))]"), row + row), {"records", "ox is missing"}},
        {npy(header_of("(2,)", "[('o', [('x', '<f4')])]"), row + row),
         {"descr is \"[('o', [('x', '<f4')])]\""}},
        {npy(header_of("(2,)", "[('o', '<f4', (0,))]"), ""), {"descr"}},
        {npy(header_of("(2,)", "[('a', '|V9999999'), ('b', '|V9999999'), ('ox', '<f4')]"), row),
         {"descr"}},
        {npy(header_of("(2,)", "[('o', '<f4', (99999999, 99999999))]"), row), {"descr"}},
        {npy(header_of("(2,)", "[('origin', '<f4', (3,)), ('ox', '<f4'), ('direction', '<f4', "
                               "(3,))]"),
             row + row + std::string(8, '\0')),
         {"ox occurs twice"}},
        {npy(header_of("(2, 6)", "'<f4'", "Perhaps"), row + row), {"fortran_order"}},
        {npy("{'shape': (2, 6), 'fortran_order': False}\n", row + row), {"descr"}},
        {npy("{'descr': '<f4', 'fortran_order': False}\n", row + row), {"shape"}},
        {npy("nonsense\n", row + row), {"descr"}},
    };
    for (const auto& c : cases)
        expect_refused_rays("r.npy", c.bytes, c.parts);
}

// An array of (H, W, 6) was refused, so the rays of a camera had to be flattened, and their answers
// were flat.
TEST_F(NpyTest, AnswersHaveTheShapeOfTheArrayOfQueries) {
    const std::string world = write("w.json", scene);
    const std::string data = bytes_of(some_rays(12, 6));
    const std::string vectors = "[('origin', '<f4', (3,)), ('direction', '<f4', (3,))]";
    const auto answers = [&](const std::string& rays) {
        EXPECT_EQ(
            lanecast({"cast", world, "--rays", write("r.npy", rays), "--out", path("h.npy")}).code,
            0);
        return read("h.npy");
    };
    const std::size_t bytes = 12 * 24;
    const std::string flat = answers(npy(header_of("(12, 6)"), data));
    const struct {
        std::string rays;
        std::string shape;
    } cases[] = {{npy(header_of("(3, 4, 6)"), data), "(3, 4)"},
                 {npy(header_of("(2, 1, 6, 6)"), data), "(2, 1, 6)"},
                 {npy(header_of("(12, 6)"), data), "(12,)"},
                 {npy(header_of("(3, 4)", vectors), data), "(3, 4)"}};
    for (const auto& c : cases) {
        const std::string array = answers(c.rays);
        EXPECT_NE(array.find("'shape': " + c.shape + ","), std::string::npos) << c.shape;
        EXPECT_TRUE(array.substr(array.size() - bytes) == flat.substr(flat.size() - bytes));
    }
    EXPECT_NE(answers(npy(header_of("(0, 4, 6)"), "")).find("'shape': (0, 4),"), std::string::npos);
    const std::string turned = npy(header_of("(3, 4, 6)", "'<f4'", "True"), data);
    expect_refused_rays("r.npy", turned, {"Fortran order", "(3, 4, 6)", "ascontiguousarray"});
}

// A structured array with a name or a time in it was refused: its descr was not numbers.
TEST_F(NpyTest, TextFieldsAreLeftOutWhichIsSaid) {
    const std::string world = write("w.json", scene);
    const std::vector<float> rays = some_rays(3, 6);
    std::string records;
    for (std::size_t i = 0; i < 3; ++i) {
        records += std::string("n\0\0\0o\0\0\0", 8) + bytes_of(rays).substr(24 * i, 24) + "tag" +
                   std::string(17, '\0');
    }
    const std::string descr = "[('label', '<U2'), ('origin', '<f4', (3,)), ('direction', '<f4', "
                              "(3,)), ('tag', '|S3'), ('when', '<M8[ns]'), ('ok', '|b1'), "
                              "('half', '<f2', (4,))]";
    const std::string array = write("r.npy", npy(header_of("(3,)", descr), records));
    const Outcome outcome =
        lanecast({"cast", world, "--rays", array, "--out", path("h.csv"), "--quiet"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.err.find("r.npy: left out: \"label\", \"tag\", \"when\", \"ok\", \"half\"; "
                               "rays have ox,"),
              std::string::npos)
        << outcome.err;
    EXPECT_EQ(read("h.csv"), hits(world, write("r.csv", csv_of(rays, 6))));
    expect_refused_rays(
        "r.npy", npy(header_of("(1,)", "[('ox', '<U1'), ('oy', '<f4')]"), std::string(8, '\0')),
        {"records", "\"ox\"", "\"<U1\"", "a number"});
    expect_refused_rays("r.npy",
                        npy(header_of("(1,)", "[('origin', '<f4', (2,))]"), std::string(8, '\0')),
                        {"records", "\"origin\"", "2 of \"<f4\"", "3 numbers"});
}

TEST_F(NpyTest, RecordsHaveMasksAndIgnoredIds) {
    const std::string world = write("w.json", R"({"shapes": [
        {"type": "sphere", "center": [0, 0, 0], "radius": 1},
        {"type": "sphere", "center": [4, 0, 0], "radius": 1}]})");
    const auto array = [&](const std::vector<double>& ignored) {
        std::string records;
        for (const double id : ignored) {
            records += bytes_of(std::vector<float>{-3, 0, 0, 1, 0, 0}) +
                       bytes_as<std::uint32_t>({7}) + bytes_of(std::vector<double>{id});
        }
        return npy(header_of("(" + std::to_string(ignored.size()) + ",)",
                             "[('origin', '<f4', (3,)), ('direction', '<f4', (3,)), "
                             "('mask', '<u4'), ('ignore', '<f8')]"),
                   records);
    };
    EXPECT_EQ(first_fields(hits(world, write("r.npy", array({0, 1, -1, 4294967295}))), 2),
              (std::vector<std::string>{"6,1", "2,0", "2,0", "2,0"}));
    for (const double bad : {-2.0, 0.5, 4294967296.0, std::nan("")}) {
        expect_refused_rays("r.npy", array({0, bad}),
                            {"record 1", "ignore is", "an integer from 0 to 4294967295"});
    }
    std::string ranges;
    for (const float count : {0.0f, 1.0f, 2.0f, 5.0f}) {
        ranges += bytes_of(std::vector<float>{-3, 0, 0, 1, 0, 0}) + bytes_as<std::uint32_t>({0}) +
                  bytes_as<std::uint32_t>({count});
    }
    const std::string file = write(
        "r.npy", npy(header_of("(4,)", "[('origin', '<f4', (3,)), ('direction', '<f4', (3,)), "
                                       "('ignore', '<u4'), ('ignore_count', '<u4')]"),
                     ranges));
    EXPECT_EQ(first_fields(hits(world, file), 2),
              (std::vector<std::string>{"2,0", "6,1", "inf,4294967295", "inf,4294967295"}));
}

// Such records were read in C order, so rays 1 and 2 of four were swapped.
TEST_F(NpyTest, RecordsInRowsInFortranOrderAreRefused) {
    std::string fields;
    for (const char* const name : {"ox", "oy", "oz", "dx", "dy", "dz"})
        fields += std::string("('") + name + "', '<f4'), ";
    expect_refused_rays(
        "r.npy", npy(header_of("(2, 2)", "[" + fields + "]", "True"), std::string(4 * 24, '\0')),
        {"r.npy", "Fortran order", "(2, 2)"});
}

TEST_F(NpyTest, EveryCommandRefusesArraysOfOtherWidths) {
    const std::string world = write("w.json", scene);
    const struct {
        const char* command;
        const char* option;
        std::size_t columns;
        const char* wanted;
    } cases[] = {{"sweep", "--spheres", 6, "must be (N, 7) or (N, 8)"},
                 {"sweep", "--spheres", 9, "must be (N, 7) or (N, 8)"},
                 {"closest", "--points", 2, "must be (N, 3) or (N, 4)"},
                 {"overlap", "--spheres", 3, "must be (N, 4)"},
                 {"overlap", "--spheres", 5, "must be (N, 4)"}};
    for (const auto& c : cases) {
        const std::string shape = "(2, " + std::to_string(c.columns) + ")";
        const std::string file =
            write("q.npy", npy(header_of(shape), std::string(8 * c.columns, '\0')));
        expect_refused({c.command, world, c.option, file, "--out", path("a.npy")},
                       {"q.npy", shape, c.wanted});
    }
}

} // namespace
} // namespace lanecast::test
