#include <algorithm>
#include <cstring>
#include <utility>

#include "core/forced_traversal.hpp"
#include "fuzz/fuzz.hpp"
#include "fuzz/material.hpp"
#include "kernels/checkers/describe.hpp"
#include "scene/worlds/one_by_one.hpp"

namespace fuzz {

namespace {

using lanecast::IdRange;
using lanecast::Scene;
using worlds::Part;
using worlds::World;

std::vector<std::uint32_t> any_masks(Random& random, std::size_t count) {
    std::vector<std::uint32_t> masks(count, lanecast::all_layers);
    if (random.one_in(3))
        for (std::uint32_t& mask : masks)
            mask = static_cast<std::uint32_t>(random.below(8));
    return masks;
}

/// Shapes of one type around a place, some of them equal.
template <class Shape>
std::vector<Shape> any_shapes(Random& random, const Where& where, std::size_t count) {
    const double spread = random.one_in(3) ? 0.0 : random.power_of_two(-2, 6);
    std::vector<Shape> shapes;
    while (shapes.size() < count) {
        if (!shapes.empty() && random.one_in(6)) {
            shapes.push_back(shapes[random.below(shapes.size())]);
            continue;
        }
        const double size = where.size * (random.one_in(8) ? random.power_of_two(-40, 20)
                                                           : random.power_of_two(-3, 1));
        shapes.push_back(
            any_shape<Shape>(random, {where.centre + random.in_cube(spread * where.size), size}));
        if (random.one_in(8))
            disturb(random, shapes.back().c);
    }
    return shapes;
}

/// A scene under edits, and a copy of what it should hold.
class Subject {
public:
    explicit Subject(Random& random) : random_(random), where_(any_place(random)) {
        for (std::size_t parts = 1 + random.below(4); parts > 0; --parts)
            add();
        if (random.one_in(4))
            add_instances();
        commit();
    }

    /// Adds, changes and removes some parts.
    void edit() {
        for (std::size_t edits = 1 + random_.below(4); edits > 0; --edits)
            if (world_.parts.empty() || random_.one_in(3))
                add();
            else if (random_.one_in(3))
                remove(random_.below(world_.parts.size()));
            else
                update(random_.below(world_.parts.size()));
        commit();
    }

    /// Checks some of the query types. Returns the first fault, or "".
    std::string finding() {
        std::string found;
        const std::size_t asked = random_.below(8);
        std::size_t number = 0;
        worlds::for_all_questions([&](const auto& question) {
            if (found.empty() && (number++ + asked) % 4 == 0)
                found = finding_about(question);
        });
        return found;
    }

private:
    template <class Shape>
    using Kept = std::pair<std::vector<Shape>, std::vector<std::uint32_t>>;

    void commit() {
        constexpr std::array builds = {lanecast::Build::balanced, lanecast::Build::fast,
                                       lanecast::Build::thorough};
        world_.scene.commit(builds[random_.below(builds.size())], {.threads = 1});
    }

    /// Calls body with a pointer of the shape type with this number.
    template <class Body>
    static void with_shape(std::size_t number, Body body) {
        hostile::for_all_shapes([&]<class Shape>(Shape* type) {
            if (number-- == 0)
                body(type);
        });
    }

    /// Calls attempt(part) and removes refused shapes until it succeeds. Returns false if no shape
    /// is left.
    template <class Shape, class Try>
    static bool without_refused(std::vector<Shape> shapes, std::vector<std::uint32_t> masks,
                                Try attempt) {
        while (!shapes.empty()) {
            try {
                attempt(worlds::part_of(shapes, masks));
                return true;
            } catch (const lanecast::Error& error) {
                if (error.code() != lanecast::ErrorCode::refused_shape)
                    throw;
                shapes.erase(shapes.begin() + static_cast<std::ptrdiff_t>(error.index()));
                masks.erase(masks.begin() + static_cast<std::ptrdiff_t>(error.index()));
            }
        }
        return false;
    }

    void add() {
        with_shape(random_.below(9), [&]<class Shape>(Shape*) {
            const std::size_t count = 1 + random_.below(random_.one_in(8) ? 200 : 20);
            without_refused(any_shapes<Shape>(random_, where_, count), any_masks(random_, count),
                            [&](Part part) {
                                part.ids = world_.scene.add(part.columns);
                                world_.parts.push_back(std::move(part));
                            });
        });
    }

    void remove(std::size_t number) {
        world_.scene.remove(world_.parts[number].ids);
        world_.parts.erase(world_.parts.begin() + static_cast<std::ptrdiff_t>(number));
    }

    /// Updates a slice of a part, or all of it.
    void update(std::size_t number) {
        Part& part = world_.parts[number];
        with_shape(part.columns.index(), [&]<class Shape>(Shape*) {
            auto [shapes, masks] = *static_cast<const Kept<Shape>*>(part.memory.get());
            const std::size_t first = random_.below(shapes.size());
            const std::size_t count = 1 + random_.below(shapes.size() - first);
            const auto changed = any_shapes<Shape>(random_, where_, count);
            const auto masked = any_masks(random_, count);
            try {
                world_.scene.update(part.ids.slice(static_cast<std::uint32_t>(first),
                                                   static_cast<std::uint32_t>(count)),
                                    worlds::part_of(changed, masked).columns);
            } catch (const lanecast::Error&) {
                return; // the call has changed nothing
            }
            std::copy(changed.begin(), changed.end(),
                      shapes.begin() + static_cast<std::ptrdiff_t>(first));
            std::copy(masked.begin(), masked.end(),
                      masks.begin() + static_cast<std::ptrdiff_t>(first));
            const IdRange ids = part.ids;
            part = worlds::part_of(std::move(shapes), std::move(masks));
            part.ids = ids;
        });
    }

    void add_instances() {
        Random& random = random_;
        const Subject prototype(random, Where{random.in_cube(1.0), 1.0});
        std::vector<lanecast::Vec3> places;
        std::vector<lanecast::Quaternion> turns;
        std::vector<float> scales;
        for (std::size_t count = 1 + random.below(6); count > 0; --count) {
            const reference::Vector p = where_.centre + random.in_cube(4.0 * where_.size);
            hostile::Box turned = hostile::Box::make(random, p, 1.0, hostile::Form::regular);
            places.push_back({turned.c[0], turned.c[1], turned.c[2]});
            turns.push_back({turned.c[6], turned.c[7], turned.c[8], turned.c[9]});
            scales.push_back(worlds::to_float(where_.size * random.power_of_two(-3, 3)));
        }
        try {
            world_.scene.add(prototype.world_.scene,
                             {.position = places, .rotation = turns, .scale = scales});
            has_instances_ = true;
        } catch (const lanecast::Error& error) {
            if (error.code() != lanecast::ErrorCode::refused_shape)
                throw;
        }
    }

    /// Makes a prototype for instances.
    Subject(Random& random, const Where& where) : random_(random), where_(where) {
        for (std::size_t parts = 1 + random.below(3); parts > 0; --parts)
            add();
        commit();
    }

    template <class Query>
    worlds::Batch<Query> any_batch() {
        worlds::Batch<Query> batch;
        for (std::size_t count = 1 + random_.below(40); count > 0; --count) {
            Query query{};
            if (world_.parts.empty()) {
                query =
                    any_query<Query>(random_, any_shape<hostile::Sphere>(random_, where_), where_);
            } else {
                const Part& part = world_.parts[random_.below(world_.parts.size())];
                with_shape(part.columns.index(), [&]<class Shape>(Shape*) {
                    const auto& shapes = static_cast<const Kept<Shape>*>(part.memory.get())->first;
                    query = any_query<Query>(random_, shapes[random_.below(shapes.size())], where_);
                });
            }
            disturb(random_, query.c);
            constexpr std::uint32_t counts[] = {0, 1, 3, 4, 5, 60, 0xFFFFFFFF};
            batch.add(query,
                      random_.one_in(6) ? static_cast<std::uint32_t>(random_.below(8))
                                        : lanecast::all_layers,
                      random_.one_in(4) ? static_cast<std::uint32_t>(random_.below(60))
                                        : lanecast::no_id,
                      random_.one_in(3) ? counts[random_.below(std::size(counts))] : 1);
        }
        return batch;
    }

    /// The query and the shapes that a difference names, as text.
    template <class Query>
    std::string numbers_in(const worlds::Batch<Query>& batch, const std::string& other) {
        std::string text;
        const auto number_after = [&](const char* word, std::size_t& at) {
            at = other.find(word, at);
            return at == std::string::npos ? std::size_t{0}
                                           : std::stoul(other.substr(at += std::strlen(word)));
        };
        std::size_t at = 0;
        const std::size_t i = number_after("query ", at);
        if (at != std::string::npos)
            text += ", query" + hostile::in_hex(batch.queries[i].c);
        for (std::size_t id = number_after(" id ", at = 0); at != std::string::npos;
             id = number_after(" id ", at))
            for (const Part& part : world_.parts)
                if (part.ids.contains(static_cast<std::uint32_t>(id)))
                    with_shape(part.columns.index(), [&]<class Shape>(Shape*) {
                        const auto* kept = static_cast<const Kept<Shape>*>(part.memory.get());
                        text += std::string(", ") + Shape::name + " " + std::to_string(id) +
                                hostile::in_hex(kept->first[id - part.ids.first].c);
                    });
        return text;
    }

    template <class Question>
    std::string finding_about(const Question& question) {
        using lanecast::Traversal;
        const auto batch = any_batch<typename Question::Query>();
        const auto meaning = question.meanings[random_.below(question.meanings.size())];
        const auto answer = [&](Traversal traversal, std::uint32_t threads) {
            return ask(question, world_.scene, batch,
                       worlds::with_traversal(meaning, traversal, threads));
        };
        const hostile::IsaGuard guard;
        const auto isas = lanecast::supported_isas();
        lanecast::set_isa(isas.front());
        const auto expected = answer(Traversal::exhaustive, 1);
        const auto about = [&](const std::string& other) {
            return worlds::name_of(question) + ", meaning " +
                   std::to_string(static_cast<int>(meaning.interior)) +
                   std::to_string(meaning.backfaces == lanecast::Backfaces::hit) +
                   std::to_string(static_cast<int>(meaning.start_overlap)) +
                   numbers_in(batch, other);
        };
        for (const lanecast::Isa isa : isas) {
            lanecast::set_isa(isa);
            for (const Traversal traversal :
                 {Traversal::exhaustive, lanecast::forced::single, lanecast::forced::interleaved,
                  lanecast::forced::stream, lanecast::forced::packets, Traversal::automatic})
                for (const std::uint32_t threads : {1u, 2u}) {
                    const std::string other = difference(expected, answer(traversal, threads));
                    if (!other.empty())
                        return about(other) + " on " + std::string(to_string(isa)) +
                               ", traversal " + std::to_string(static_cast<int>(traversal)) + ", " +
                               std::to_string(threads) + " threads: " + other;
                }
        }
        if (has_instances_ || world_.parts.empty())
            return {};
        const std::string other =
            difference(without_batches(expected),
                       without_batches(ask_one_by_one(question, world_, batch, meaning)));
        return other.empty() ? "" : about(other) + ", pairwise: " + other;
    }

    Random& random_;
    Where where_;
    World world_;
    bool has_instances_ = false;
};

} // namespace

std::string finding_in_scene(Random& random) {
    Subject subject(random);
    std::string found = subject.finding();
    for (std::size_t edits = random.below(3); edits > 0 && found.empty(); --edits) {
        subject.edit();
        found = subject.finding();
        if (!found.empty())
            found = "after edits: " + found;
    }
    return found;
}

} // namespace fuzz
