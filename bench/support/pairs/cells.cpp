#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <string>
#include <type_traits>

#include "support/pairs/box_cases.hpp"
#include "support/pairs/flat_cases.hpp"
#include "support/pairs/pair_questions.hpp"
#include "support/pairs/pairs.hpp"
#include "support/pairs/round_cases.hpp"

namespace lanecast::bench {
namespace {

/// A struct in a world that is `size` times as large: so are its first `lengths` floats.
template <class Struct>
Struct enlarged(const Struct& numbers, float size, std::size_t lengths = floats_of<Struct>) {
    auto all = std::bit_cast<std::array<float, floats_of<Struct>>>(numbers);
    for (std::size_t i = 0; i < lengths; ++i)
        all[i] *= size;
    return std::bit_cast<Struct>(all);
}
template <class Shape>
Shape enlarged_shape(const Shape& shape, float size) {
    return enlarged(shape, size);
}
scalar::Box enlarged_shape(const scalar::Box& box, float size) { return enlarged(box, size, 6); }
/// The normal grows, too.
scalar::Plane enlarged_shape(const scalar::Plane& plane, float size) {
    return {plane.normal * size, plane.offset * size * size};
}

template <class Question, class Shape>
class PairsOf final : public Pairs {
public:
    PairsOf(std::size_t count, float size)
        : queries_(count), shapes_(count), answers_(count), query_arrays_(count),
          shape_arrays_(count), answer_arrays_(count) {
        Random random(1);
        for (std::size_t i = 0; i < count; ++i) {
            shapes_[i] = PairCase<Shape>::make(random);
            queries_[i] = enlarged(Question::make(shapes_[i], random), size, Question::floats);
            shapes_[i] = enlarged_shape(shapes_[i], size);
            spread(queries_[i], query_arrays_, i);
            spread(shapes_[i], shape_arrays_, i);
        }
    }

    [[nodiscard]] std::size_t size() const override { return queries_.size(); }

    Summary from_columns(std::uint32_t threads) override {
        return Question::ask(query_arrays_, PairCase<Shape>::view(shape_arrays_), answer_arrays_,
                             {.threads = threads});
    }
    Summary from_structs(std::uint32_t threads) override {
        return Question::ask(queries_, PairCase<Shape>::view(shapes_), answers_,
                             {.threads = threads});
    }
    void scalar_loop() override {
        Question::scalar_loop(queries_.data(), shapes_.data(), answers_.data(), size());
    }
    [[nodiscard]] double agreeing() override {
        from_columns(1);
        scalar_loop();
        return share_of_equal_answers();
    }
    [[nodiscard]] double agreeing(const std::function<void()>& other) override {
        from_structs(1);
        other();
        return share_of_equal_answers();
    }

    [[nodiscard]] std::optional<double> worst_error(const std::function<void()>& run) override {
        if constexpr (Question::kind == bench::Question::overlap) {
            return std::nullopt;
        } else {
            run();
            double worst = 0;
            for (std::size_t i = 0; i < size(); ++i) {
                worst =
                    std::max(worst, Question::error(queries_[i], shapes_[i], answer_arrays_, i));
            }
            return worst;
        }
    }
    [[nodiscard]] std::uint64_t hash_of_answers() override {
        from_columns(1);
        return answer_arrays_.hash();
    }

    [[nodiscard]] std::vector<const float*> inputs() const override {
        std::vector<const float*> all;
        for (const float* const array : query_arrays_.pointers())
            all.push_back(array);
        for (const float* const array : shape_arrays_.pointers())
            all.push_back(array);
        return all;
    }
    [[nodiscard]] std::vector<void*> outputs() const override { return answer_arrays_.addresses(); }

private:
    [[nodiscard]] double share_of_equal_answers() const {
        std::size_t same = 0;
        for (std::size_t i = 0; i < size(); ++i)
            same += answer_arrays_.agrees(i, answers_[i]) ? 1u : 0u;
        return static_cast<double>(same) / static_cast<double>(size());
    }

    template <class Struct, std::size_t n>
    static void spread(const Struct& numbers, const Columns<float, n>& arrays, std::size_t i) {
        const auto all = std::bit_cast<std::array<float, floats_of<Struct>>>(numbers);
        for (std::size_t c = 0; c < n; ++c)
            arrays[c][i] = all[c];
    }

    std::vector<typename Question::Query> queries_;
    std::vector<Shape> shapes_;
    std::vector<typename Question::Answer> answers_;
    Columns<float, Question::floats> query_arrays_;
    ShapeArrays<Shape> shape_arrays_;
    typename Question::Answers answer_arrays_;
};

template <class Question, class Shape>
void add_cell(std::vector<Cell>& all) {
    constexpr bool always_misses =
        std::is_same_v<Question, RayQuestion> && std::is_same_v<Shape, scalar::Line>;
    if constexpr (!always_misses) {
        all.push_back({.name = std::string(Question::name) + "_" + PairCase<Shape>::name,
                       .question = Question::kind,
                       .shape = PairCase<Shape>::kind,
                       .form = Question::Answers::form,
                       .make = [](std::size_t count, float size) -> std::unique_ptr<Pairs> {
                           return std::make_unique<PairsOf<Question, Shape>>(count, size);
                       }});
    }
}

template <class... Shapes>
struct Each {
    template <class... Questions>
    static std::vector<Cell> of() {
        std::vector<Cell> all;
        (add_cells<Questions>(all), ...);
        return all;
    }
    static_assert(sizeof...(Shapes) == std::variant_size_v<lanecast::Shapes>,
                  "a shape of lanecast has no case here");

private:
    template <class Question>
    static void add_cells(std::vector<Cell>& all) {
        (add_cell<Question, Shapes>(all), ...);
    }
};

} // namespace

const std::vector<Cell>& cells() {
    static const std::vector<Cell> all =
        Each<scalar::Sphere, scalar::Aabb, scalar::Box, scalar::Capsule, scalar::Cylinder,
             scalar::Cone, scalar::Triangle, scalar::Plane,
             scalar::Line>::of<RayQuestion, SweepQuestion, OverlapQuestion, ClosestQuestion>();
    return all;
}

} // namespace lanecast::bench
