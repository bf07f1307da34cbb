#include <string>
#include <utility>
#include <vector>

#include "host/api/edits/update_batch.hpp"
#include "host/scene/scene_data.hpp"
#include "lanecast/error.hpp"
#include "lanecast/scene.hpp"

namespace lanecast {
namespace {

constexpr std::size_t rotation = 3;

void check_fields(const host::ShapeBatch& batch) {
    const auto refuse = [&](const host::Field& field) {
        const std::string name = std::string(batch.name) + "." + std::string(field.name);
        if (!field.missing())
            throw Error(ErrorCode::not_supported, name, Error::no_index,
                        name + " cannot change in a move: call update()");
    };
    refuse(batch.geometry().back()); // the scale
    for (const host::Field& word : batch.words())
        refuse(word);
}

/// Moves to poses of which some columns may be left out.
class NewMoves {
public:
    NewMoves(const host::SceneData& data, const host::ShapeBatch& batch, std::size_t count)
        : data_(data), batch_(batch) {
        moves_.reserve(count);
    }

    /// Adds the move of an instance to element i of the batch, and checks it.
    /// @throws Error refused_shape, bad_value
    void add(std::uint32_t id, host::ShapeRecords& records, std::size_t i) {
        const float* const record = records.record_of(id);
        const host::Move* const before = data_.moves.find(id);
        const float* const stands = before != nullptr ? before->target.data() : record;
        // A waiting move has not begun: the instance still comes from where it will be.
        const float* const from = data_.moves.begin_of(id, record);
        host::Move move = {id, {}};
        host::for_each_column(batch_, i, [&](std::size_t c, const ReadableColumn* given) {
            if (c < move.target.size())
                move.target[c] = given != nullptr ? element<float>(*given, 0) : stands[c];
        });
        check(move, record[move.target.size()], i);
        if (!host::is_short_turn(from + rotation, move.target.data() + rotation))
            throw Error(ErrorCode::bad_value, "Instances.rotation", i,
                        "Instances.rotation[" + std::to_string(i) +
                            "] turns the instance by more than a quarter turn: make several moves");
        moves_.push_back(move);
    }
    [[nodiscard]] std::vector<host::Move> take() { return std::move(moves_); }

private:
    void check(const host::Move& move, float scale, std::size_t i) const {
        ShapeColumns columns = {};
        for (std::size_t c = 0; c < move.target.size(); ++c)
            columns.columns[c] = {&move.target[c], 0};
        columns.columns[move.target.size()] = {&scale, 0};
        host::check_shapes(batch_, columns, 1, i);
    }

    const host::SceneData& data_;
    const host::ShapeBatch& batch_;
    std::vector<host::Move> moves_;
};

void start(host::SceneData& data, NewMoves& moves) {
    std::vector<host::Move> all = moves.take();
    const bool are_some = !all.empty();
    data.moves.add(std::move(all));
    data.changed = data.changed || are_some; // not if memory has run out
}

} // namespace

void Scene::move(IdRange ids, const Instances& target) {
    if (ids.count == 0)
        return;
    host::ShapeBatch batch = host::view_shapes(target);
    const host::ShapeStore::Range& range = data_->shapes.range_of(ids);
    host::check_kind(*range.records, ShapeKind::instance, batch.name);
    host::prepare_update(batch, ids.count);
    check_fields(batch);
    NewMoves moves(*data_, batch, ids.count);
    data_->shapes.for_each_run(range, ids, [&](IdRange run) {
        for (std::uint32_t i = 0; i < run.count; ++i)
            moves.add(run[i], *range.records, run[i] - ids.first);
    });
    start(*data_, moves);
}

void Scene::move(const Input<std::uint32_t>& id_column, const Instances& target) {
    host::ShapeBatch batch = host::view_shapes(target);
    const auto [ids, count] = host::view_ids("move", id_column);
    const host::ShapeStore::Claim claim(data_->shapes, ids, count);
    host::check_kinds(claim, count, ShapeKind::instance, batch.name);
    host::prepare_update(batch, count);
    check_fields(batch);
    NewMoves moves(*data_, batch, count);
    for (std::size_t i = 0; i < count; ++i)
        moves.add(claim.id(i), claim.records(i), i);
    start(*data_, moves);
}

} // namespace lanecast
