#pragma once

#include <string>
#include <vector>

#include "opponents/row.hpp"

/// How rows are told: as lines of a table in Markdown, and as JSON.
namespace lanecast::bench {

[[nodiscard]] std::string table_head();
[[nodiscard]] std::string table_line(const Row& row, const Outcome& outcome);
/// Below a line: how fast all modes of the opponents were when tried.
[[nodiscard]] std::string attempt_lines(const Outcome& outcome);

/// What results/opponents/schema.json describes. Rows are collected as they come.
class JsonTable {
public:
    explicit JsonTable(const Settings& settings);
    void add(const Row& row, const Outcome& outcome);
    /// @throws std::runtime_error
    void write(const std::string& path) const;

private:
    std::string head_;
    std::vector<std::string> rows_;
};

} // namespace lanecast::bench
