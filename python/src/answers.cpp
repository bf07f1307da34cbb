#include "answers.hpp"

#include <array>
#include <string>

namespace lanecast::python {
namespace {

constexpr Place place = Place::query;

constexpr std::array rays = {field_of<&Rays::origin>("origins", place),
                             field_of<&Rays::direction>("directions"),
                             field_of<&Rays::t_min>("t_min"),
                             field_of<&Rays::t_max>("t_max"),
                             field_of<&Rays::mask>("mask"),
                             field_of<&Rays::ignore>("ignore"),
                             field_of<&Rays::ignore_count>("ignore_count")};

constexpr std::array sweeps = {field_of<&Sweeps::center>("center", place),
                               field_of<&Sweeps::displacement>("displacement"),
                               field_of<&Sweeps::radius>("radius"),
                               field_of<&Sweeps::t_max>("t_max"),
                               field_of<&Sweeps::shape_displacement>("shape_displacement"),
                               field_of<&Sweeps::mask>("mask"),
                               field_of<&Sweeps::ignore>("ignore"),
                               field_of<&Sweeps::ignore_count>("ignore_count")};

constexpr std::array spheres = {
    field_of<&OverlapQueries::center>("center", place), field_of<&OverlapQueries::radius>("radius"),
    field_of<&OverlapQueries::mask>("mask"), field_of<&OverlapQueries::ignore>("ignore"),
    field_of<&OverlapQueries::ignore_count>("ignore_count")};

constexpr std::array points = {field_of<&Points::position>("position", place),
                               field_of<&Points::max_distance>("max_distance"),
                               field_of<&Points::mask>("mask"), field_of<&Points::ignore>("ignore"),
                               field_of<&Points::ignore_count>("ignore_count")};

/// Barycentric coordinates: u and v in one array of shape (..., 2).
constexpr Field<Hits> uv = {{"uv", Number::real, 2},
                            [](Hits& hits, const Component* components) {
                                hits.u = Output<float>::over({components[0]});
                                hits.v = Output<float>::over({components[1]});
                            },
                            [](const Hits& hits, Component* to) {
                                to[0] = hits.u.components()[0];
                                to[1] = hits.v.components()[0];
                            }};

constexpr std::array hits = {field_of<&Hits::t>("t"),
                             field_of<&Hits::id>("id"),
                             field_of<&Hits::part>("part"),
                             field_of<&Hits::batch>("batch"),
                             field_of<&Hits::index>("index"),
                             field_of<&Hits::user>("user"),
                             field_of<&Hits::part_user>("part_user"),
                             field_of<&Hits::normal>("normal"),
                             field_of<&Hits::point>("point", place),
                             uv,
                             field_of<&Hits::clearance>("clearance"),
                             field_of<&Hits::flags>("flags")};

constexpr std::array departures = {
    field_of<&Departures::point>("point", place),   field_of<&Departures::normal>("normal"),
    field_of<&Departures::clearance>("clearance"),  field_of<&Departures::from>("origins", place),
    field_of<&Departures::direction>("directions"), field_of<&Departures::mask>("mask")};

constexpr std::array next = {field_of<&NextOrigins::origin>("origin", place)};

constexpr std::array impacts = {field_of<&Impacts::t>("t"),
                                field_of<&Impacts::id>("id"),
                                field_of<&Impacts::part>("part"),
                                field_of<&Impacts::batch>("batch"),
                                field_of<&Impacts::index>("index"),
                                field_of<&Impacts::user>("user"),
                                field_of<&Impacts::part_user>("part_user"),
                                field_of<&Impacts::normal>("normal"),
                                field_of<&Impacts::point>("point", place),
                                field_of<&Impacts::center>("center", place),
                                field_of<&Impacts::depth>("depth"),
                                field_of<&Impacts::flags>("flags")};

constexpr std::array closest = {field_of<&ClosestPoints::distance>("distance"),
                                field_of<&ClosestPoints::id>("id"),
                                field_of<&ClosestPoints::part>("part"),
                                field_of<&ClosestPoints::batch>("batch"),
                                field_of<&ClosestPoints::index>("index"),
                                field_of<&ClosestPoints::user>("user"),
                                field_of<&ClosestPoints::part_user>("part_user"),
                                field_of<&ClosestPoints::point>("point", place),
                                field_of<&ClosestPoints::normal>("normal"),
                                field_of<&ClosestPoints::flags>("flags")};

constexpr std::array overlaps = {
    field_of<&AllOverlaps::id>("id"),       field_of<&AllOverlaps::part>("part"),
    field_of<&AllOverlaps::batch>("batch"), field_of<&AllOverlaps::index>("index"),
    field_of<&AllOverlaps::user>("user"),   field_of<&AllOverlaps::part_user>("part_user")};

/// A word that stands for a value of an enumeration.
struct Word {
    const char* word;
    void (*set)(Options& options);
};

struct Setting {
    const char* name;
    std::array<Word, 3> words; ///< the first is the default; unused ones are {}
};

constexpr std::array settings = {
    Setting{"interior",
            {Word{"solid", [](Options& options) { options.interior = Interior::solid; }},
             {"surface", [](Options& options) { options.interior = Interior::surface; }}}},
    Setting{"backfaces",
            {Word{"hit", [](Options& options) { options.backfaces = Backfaces::hit; }},
             {"cull", [](Options& options) { options.backfaces = Backfaces::cull; }}}},
    Setting{"start_overlap",
            {Word{"report", [](Options& options) { options.start_overlap = StartOverlap::report; }},
             {"ignore", [](Options& options) { options.start_overlap = StartOverlap::ignore; }},
             {"leaving", [](Options& options) { options.start_overlap = StartOverlap::leaving; }}}},
    Setting{"coherence",
            {Word{"unknown", [](Options& options) { options.coherence = Coherence::unknown; }},
             {"coherent", [](Options& options) { options.coherence = Coherence::coherent; }},
             {"incoherent", [](Options& options) { options.coherence = Coherence::incoherent; }}}},
    Setting{"traversal",
            {Word{"automatic", [](Options& options) { options.traversal = Traversal::automatic; }},
             {"exhaustive", [](Options& options) { options.traversal = Traversal::exhaustive; }}}}};

void apply(Options& options, const Setting& setting, py::handle given) {
    std::string words;
    for (const Word& word : setting.words) {
        if (word.word == nullptr)
            continue;
        if (PyUnicode_Check(given.ptr()) &&
            PyUnicode_CompareWithASCIIString(given.ptr(), word.word) == 0) {
            word.set(options);
            return;
        }
        words += (words.empty() ? "'" : ", '") + std::string(word.word) + "'";
    }
    throw py::value_error(std::string(setting.name) + " is " + py::repr(given).cast<std::string>() +
                          ", must be one of " + words);
}

} // namespace

std::span<const Field<Rays>> ray_fields() { return rays; }
std::span<const Field<Sweeps>> sweep_fields() { return sweeps; }
std::span<const Field<OverlapQueries>> sphere_fields() { return spheres; }
std::span<const Field<Points>> point_fields() { return points; }

std::span<const Field<Departures>> departure_fields() { return departures; }

std::span<const Field<Hits>> hit_outputs() { return hits; }
std::span<const Field<NextOrigins>> next_outputs() { return next; }
std::span<const Field<Impacts>> impact_outputs() { return impacts; }
std::span<const Field<ClosestPoints>> closest_outputs() { return closest; }
std::span<const Field<AllOverlaps>> overlap_outputs() { return overlaps; }

Options options_of(const py::tuple& words, Threads threads) {
    Options options;
    options.threads = threads;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (!words[i].is_none())
            apply(options, settings.at(i), words[i]);
    return options;
}

} // namespace lanecast::python
