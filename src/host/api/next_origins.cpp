#include <algorithm>
#include <vector>

#include "host/columns/batch_columns.hpp"
#include "host/columns/elements.hpp"
#include "host/parallel/float_environment.hpp"
#include "host/parallel/workers.hpp"
#include "host/scene/scene_data.hpp"
#include "lanecast/queries.hpp"
#include "lanecast/scene.hpp"
#include "lanecast/scene_queries.hpp"

namespace lanecast {
namespace {

struct departure_column {
    enum : int { point, normal = 3, clearance = 6, from, direction = 10, mask = 13, count };
};
using DepartureColumns = Inputs<departure_column>;

DepartureColumns view(const Departures& departures, std::size_t& count) {
    DepartureColumns columns;
    host::BatchReader reader("Departures", departures.count, columns.at);
    reader.read("point", departures.point);
    reader.read("normal", departures.normal);
    reader.read("clearance", departures.clearance);
    reader.read("from", departures.from);
    reader.read("direction", departures.direction);
    reader.read("mask", departures.mask, &all_layers);
    count = reader.length();
    return columns;
}

struct Double3 {
    double x, y, z;
};
Double3 in_double(Vec3 v) { return {v.x, v.y, v.z}; }
Double3 operator-(Double3 a, Double3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
double dot(Double3 a, Double3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// The point at a distance from a surface.
Vec3 off(Vec3 point, Vec3 normal, double way) {
    return {static_cast<float>(point.x + way * normal.x),
            static_cast<float>(point.y + way * normal.y),
            static_cast<float>(point.z + way * normal.z)};
}

/// Some rows at a time: their origins, and those that may be too near to a surface.
class Origins {
public:
    static constexpr std::size_t most = 16384;
    static constexpr int most_moves = 4;
    static constexpr float least_distance = 0.75f; ///< share of the clearance

    explicit Origins(std::size_t rows)
        : origin_(std::min(rows, most)), near_(origin_.size()), limit_(origin_.size()),
          mask_(origin_.size()), surfaces_(origin_.size()) {
        rows_.reserve(origin_.size());
    }

    void find(const Scene& scene, const DepartureColumns& columns, std::size_t first,
              std::size_t count, const WritableColumn* to, const Options& options) {
        rows_.clear();
        for (std::size_t i = 0; i < count; ++i)
            begin({columns, first + i}, i);
        for (int move = 0; move < most_moves && !rows_.empty(); ++move)
            move_off(scene, columns, first, options);
        for (std::size_t i = 0; i < count; ++i) {
            const float coordinates[] = {origin_[i].x, origin_[i].y, origin_[i].z};
            for (std::size_t axis = 0; axis < 3; ++axis)
                host::write_element(to[axis], first + i, coordinates[axis]);
        }
    }

private:
    /// A row of the caller's.
    struct Row {
        const DepartureColumns& columns;
        std::size_t i;

        [[nodiscard]] Vec3 vector(int column) const {
            const auto number = [&](int axis) {
                return element<float>(columns.at[column + axis], i);
            };
            return {number(0), number(1), number(2)};
        }
        [[nodiscard]] float clearance() const {
            return element<float>(columns.at[departure_column::clearance], i);
        }
        [[nodiscard]] std::uint32_t mask() const {
            return element<std::uint32_t>(columns.at[departure_column::mask], i);
        }
        /// Whether the last ray came from the side against the normal.
        [[nodiscard]] bool came_from_inside() const {
            return along_normal(in_double(vector(departure_column::from)) -
                                in_double(vector(departure_column::point))) < 0.0;
        }
        /// Whether the next ray goes there. Parallel to the surface, it stays where the last one
        /// was.
        [[nodiscard]] bool goes_inside() const {
            const double way = along_normal(in_double(vector(departure_column::direction)));
            return way == 0.0 ? came_from_inside() : way < 0.0;
        }
        [[nodiscard]] bool stays_on_its_side() const { return came_from_inside() == goes_inside(); }

    private:
        [[nodiscard]] double along_normal(Double3 v) const {
            return dot(in_double(vector(departure_column::normal)), v);
        }
    };

    void begin(const Row& row, std::size_t i) {
        const Vec3 point = row.vector(departure_column::point),
                   normal = row.vector(departure_column::normal);
        if (normal == Vec3{}) {
            origin_[i] = point;
            return;
        }
        const double clearance = row.clearance();
        origin_[i] = off(point, normal, row.goes_inside() ? -clearance : clearance);
        rows_.push_back(i);
    }

    /// Moves origins off the nearest surface, and forgets those that are far enough from it.
    void move_off(const Scene& scene, const DepartureColumns& columns, std::size_t first,
                  const Options& options) {
        for (std::size_t k = 0; k < rows_.size(); ++k) {
            const Row row = {columns, first + rows_[k]};
            near_[k] = origin_[rows_[k]];
            limit_[k] = least_distance * row.clearance();
            mask_[k] = row.mask();
        }
        closest_point(
            scene,
            {.position = near_, .max_distance = limit_, .mask = mask_, .count = rows_.size()},
            into(surfaces_),
            {.traversal = options.traversal, .threads = options.threads, .jobs = options.jobs});
        std::size_t left = 0;
        for (std::size_t k = 0; k < rows_.size(); ++k) {
            const ClosestPoint& surface = surfaces_[k];
            if (!surface || -surface.distance >= limit_[k]) // far enough, or deep inside
                continue;
            const Row row = {columns, first + rows_[k]};
            const Vec3 known =
                row.stays_on_its_side() ? row.vector(departure_column::from) : near_[k];
            const double side =
                dot(in_double(surface.normal), in_double(known) - in_double(surface.point));
            const double clearance = row.clearance();
            origin_[rows_[k]] =
                off(surface.point, surface.normal, side < 0.0 ? -clearance : clearance);
            rows_[left++] = rows_[k];
        }
        rows_.resize(left);
    }

    std::vector<Vec3> origin_;      ///< of each row
    std::vector<std::size_t> rows_; ///< that may be too near to a surface; for each of them:
    std::vector<Vec3> near_;
    std::vector<float> limit_;
    std::vector<std::uint32_t> mask_;
    std::vector<ClosestPoint> surfaces_;
};

} // namespace

void next_origins(const Scene& scene, const Departures& departures, const Output<Vec3>& origins,
                  const Options& options) {
    scene.data().require_commit("Scene");
    std::size_t count = 0;
    const DepartureColumns columns = view(departures, count);
    if (origins.missing())
        host::refuse(ErrorCode::missing_column, "next_origins", "origins",
                     "is required but was left out");
    WritableColumn to[3];
    host::BatchWriter("next_origins", count, to).write("origins", origins);
    (void)host::workers_of(options); // refuses before anything is written
    Origins some(count);
    const host::FloatEnvironment environment;
    for (std::size_t first = 0; first < count; first += Origins::most)
        some.find(scene, columns, first, std::min(Origins::most, count - first), to, options);
}

} // namespace lanecast
