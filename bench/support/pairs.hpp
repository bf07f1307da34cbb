#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanecast/pairwise.hpp"

#include "support/agreement.hpp"
#include "support/pair_cases.hpp"

namespace lanecast::bench {

/// Rays and shapes in pairs, the same numbers twice: as arrays of structs, for the scalar loops and
/// for lanecast with strides, and as one contiguous array per component.
template <class Shape>
class Pairs {
public:
    explicit Pairs(std::size_t count)
        : rays_(count), shapes_(count), hits_(count), ray_columns_(count), shape_columns_(count),
          t_(count), id_(count) {
        Random random(1);
        for (std::size_t i = 0; i < count; ++i) {
            shapes_[i] = Case::make(random);
            const Vec3 aim = Case::aim(shapes_[i], random);
            const Vec3 away = random.in_cube(8);
            const float step = random.between(-1.5f, -0.5f);
            rays_[i] = {.origin = offset(aim, away), .direction = scaled(away, step)};
            spread(std::bit_cast<std::array<float, 8>>(rays_[i]), ray_columns_, i);
            spread(std::bit_cast<std::array<float, Case::floats>>(shapes_[i]), shape_columns_, i);
        }
    }

    [[nodiscard]] std::size_t size() const { return rays_.size(); }

    /// lanecast over contiguous columns; the bounds of the rays are its defaults.
    Summary from_columns(std::uint32_t threads) {
        return pairwise::closest_hit(
            {.origin = {ray_columns_[0], ray_columns_[1], ray_columns_[2]},
             .direction = {ray_columns_[3], ray_columns_[4], ray_columns_[5]}},
            Case::view(shape_columns_), {.t = t_[0], .id = id_[0]}, {.threads = threads});
    }

    /// lanecast over the structs that the scalar loop reads and writes.
    Summary from_structs(std::uint32_t threads) {
        return pairwise::closest_hit(
            {.origin = field(rays_, &scalar::Ray::origin),
             .direction = field(rays_, &scalar::Ray::direction),
             .t_min = field(rays_, &scalar::Ray::t_min),
             .t_max = field(rays_, &scalar::Ray::t_max)},
            Case::view(shapes_),
            {.t = field(hits_, &scalar::Hit::t), .id = field(hits_, &scalar::Hit::id)},
            {.threads = threads});
    }

    void scalar_loop() { scalar::closest_hit(rays_.data(), shapes_.data(), hits_.data(), size()); }

    /// The share of pairs for which from_columns() and scalar_loop() say the same.
    [[nodiscard]] double agreeing() {
        from_columns(1);
        scalar_loop();
        std::vector<float> t;
        std::vector<std::uint32_t> id;
        for (const scalar::Hit& hit : hits_) {
            t.push_back(hit.t);
            id.push_back(hit.id);
        }
        return agreement(t_[0], id_[0], t, id);
    }

    /// The arrays that from_columns() reads and writes.
    static constexpr std::size_t inputs = 6 + PairCase<Shape>::floats;
    [[nodiscard]] std::array<const float*, inputs> input_arrays() const {
        std::array<const float*, inputs> all;
        for (std::size_t i = 0; i < inputs; ++i) {
            all[i] = i < 6 ? ray_columns_[i].data() : shape_columns_[i - 6].data();
        }
        return all;
    }
    [[nodiscard]] float* t() const { return t_[0].data(); }
    [[nodiscard]] std::uint32_t* id() const { return id_[0].data(); }

private:
    using Case = PairCase<Shape>;

    template <std::size_t M, std::size_t N>
    static void spread(const std::array<float, M>& numbers, const Columns<float, N>& columns,
                       std::size_t i) {
        for (std::size_t c = 0; c < N; ++c) {
            columns[c][i] = numbers[c];
        }
    }

    std::vector<scalar::Ray> rays_;
    std::vector<Shape> shapes_;
    std::vector<scalar::Hit> hits_;
    Columns<float, 6> ray_columns_;
    Columns<float, Case::floats> shape_columns_;
    Columns<float, 1> t_;
    Columns<std::uint32_t, 1> id_;
};

} // namespace lanecast::bench
