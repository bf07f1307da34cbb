#include "bench/counts/operations.hpp"

#include <map>
#include <tuple>
#include <vector>

namespace lanecast::bench {
namespace {

struct Noted {
    Operation operation;
    Node operands[3];
};

struct Notes {
    std::vector<Noted> nodes = {{Operation::constant, {}}}; // node 0: no operand
    std::map<std::tuple<Operation, std::uint64_t, Node, Node>, Node> known;
    std::vector<Node> results;

    Node find_or_add(Operation operation, std::uint64_t a, Node b, Node c) {
        const auto next = static_cast<Node>(nodes.size());
        const auto [entry, is_new] = known.try_emplace({operation, a, b, c}, next);
        if (is_new)
            nodes.push_back({operation, {}});
        return entry->second;
    }
};

Notes notes;

} // namespace

Node note_constant(std::uint32_t bits) {
    return notes.find_or_add(Operation::constant, bits, 0, 0);
}

Node note_load(const void* address) {
    return notes.find_or_add(Operation::load, reinterpret_cast<std::uintptr_t>(address), 0, 0);
}

Node note(Operation operation, Node a, Node b, Node c) {
    bool of_constants = true;
    for (const Node operand : {a, b, c})
        of_constants = of_constants && notes.nodes[operand].operation == Operation::constant;
    const Node node = of_constants
                          ? notes.find_or_add(Operation::constant, std::uint64_t{a} << 32 | b, c,
                                              static_cast<Node>(operation) + 1)
                          : notes.find_or_add(operation, a, b, c);
    Noted& noted = notes.nodes[node];
    if (!of_constants) {
        noted.operands[0] = a;
        noted.operands[1] = b;
        noted.operands[2] = c;
    }
    return node;
}

void note_result(Operation operation, Node value) {
    notes.nodes.push_back({operation, {value, 0, 0}});
    notes.results.push_back(static_cast<Node>(notes.nodes.size() - 1));
}

OperationCounts take_counts() {
    OperationCounts counts;
    std::vector<bool> needed(notes.nodes.size());
    std::vector<Node> open = notes.results;
    while (!open.empty()) {
        const Node node = open.back();
        open.pop_back();
        if (needed[node])
            continue;
        needed[node] = true;
        counts.of[static_cast<int>(notes.nodes[node].operation)] += 1;
        for (const Node operand : notes.nodes[node].operands)
            open.push_back(operand);
    }
    notes = {};
    return counts;
}

} // namespace lanecast::bench
