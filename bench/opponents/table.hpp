#pragma once

#include <string>
#include <vector>

#include "opponents/rows/row.hpp"

/// Formats rows as lines of a Markdown table and as JSON.
namespace lanecast::bench {

[[nodiscard]] std::string table_head();
[[nodiscard]] std::string table_line(const Row& row, const Outcome& outcome);
/// Lines below a row: the rates of all modes of the opponents when they were tried.
[[nodiscard]] std::string attempt_lines(const Outcome& outcome);

/// JSON as results/opponents/schema.json defines it. Rows are added as they are measured.
class JsonTable {
public:
    explicit JsonTable(const Settings& settings);
    void add(const Row& row, const Outcome& outcome);
    /// @throws std::runtime_error if the file cannot be written
    void write(const std::string& path) const;

private:
    std::string head_;
    std::vector<std::string> rows_;
};

} // namespace lanecast::bench
