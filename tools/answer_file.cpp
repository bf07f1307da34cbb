#include "answer_file.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include <fmt/compile.h>
#include <fmt/format.h>

#include "failure.hpp"
#include "files.hpp"
#include "npy.hpp"

namespace lanecast::tools {
namespace {

constexpr std::string_view truth_type = "|b1";
constexpr std::string_view float_type = "<f4";

std::size_t component_count(const AnswerField& field) {
    return 1 +
           static_cast<std::size_t>(std::count(field.columns.begin(), field.columns.end(), ','));
}

/// "[('t', '<f4'), ('normal', '<f4', (3,))]"
std::string descr_of(const AnswerTable& table) {
    std::string text;
    for (const AnswerField& field : table.fields) {
        const std::size_t count = component_count(field);
        text += fmt::format("{}('{}', '{}'{})", text.empty() ? "[" : ", ", field.name, field.type,
                            count > 1 ? fmt::format(", ({},)", count) : "");
    }
    return text + "]";
}

void save_npy(OutputFile& file, const AnswerTable& table) {
    const std::string shape = table.query.empty()
                                  ? fmt::format("({},)", table.queries)
                                  : fmt::format("({}, {})", table.queries, table.capacity);
    file.write(npy_header(descr_of(table), shape));
    file.write(table.bytes);
}

template <class Number>
Number take(const char*& bytes) {
    Number number;
    std::memcpy(&number, bytes, sizeof(Number));
    bytes += sizeof(Number);
    return number;
}

/// Writes records as lines of text.
class CsvWriter {
public:
    CsvWriter(OutputFile& file, const AnswerTable& table) : file_(file), table_(table) {
        for (const AnswerField& field : table.fields) {
            types_.insert(types_.end(), component_count(field), field.type);
        }
    }

    void header() {
        text_.append(table_.query);
        for (const AnswerField& field : table_.fields) {
            separate();
            text_.append(field.columns);
        }
        end_line();
    }

    void record(const char* bytes) {
        for (const std::string_view type : types_) {
            separate();
            if (type == truth_type) {
                text_.push_back(take<std::uint8_t>(bytes) != 0 ? '1' : '0');
            } else if (type == float_type) {
                number(take<float>(bytes));
            } else {
                number(take<std::uint32_t>(bytes));
            }
        }
        end_line();
    }

    template <class Number>
    void number(Number value) {
        fmt::format_to(fmt::appender(text_), FMT_COMPILE("{}"), value);
    }

    void flush() {
        file_.write({text_.data(), text_.size()});
        text_.clear();
        line_ = 0;
    }

private:
    void separate() {
        if (text_.size() > line_) {
            text_.push_back(',');
        }
    }

    void end_line() {
        constexpr std::size_t block = 1 << 16;
        text_.push_back('\n');
        line_ = text_.size();
        if (line_ >= block) {
            flush();
        }
    }

    OutputFile& file_;
    const AnswerTable& table_;
    std::vector<std::string_view> types_; ///< of each number of a record
    fmt::memory_buffer text_;
    std::size_t line_ = 0; ///< where the line begins in text_
};

void save_csv(OutputFile& file, const AnswerTable& table) {
    CsvWriter writer(file, table);
    writer.header();
    const std::size_t rows = table.queries * table.capacity;
    const std::size_t record_bytes = rows == 0 ? 0 : table.bytes.size() / rows;
    for (std::size_t i = 0; i < table.queries; ++i) {
        const char* const row = table.bytes.data() + i * table.capacity * record_bytes;
        const std::size_t count =
            table.query.empty() ? 1 : std::min<std::size_t>(table.found[i], table.capacity);
        for (std::size_t k = 0; k < count; ++k) {
            if (!table.query.empty()) {
                writer.number(i);
            }
            writer.record(row + k * record_bytes);
        }
    }
    writer.flush();
}

} // namespace

void check_answer_path(const std::string& path, const std::string& ending) {
    if (ending != ".csv" && ending != ".npy") {
        throw Failure(fmt::format("{}: answers must go to a .csv or .npy file", path));
    }
    OutputFile::check(path);
}

void save_answers(const std::string& path, const std::string& ending, const AnswerTable& table) {
    OutputFile file(path);
    if (ending == ".npy") {
        save_npy(file, table);
    } else {
        save_csv(file, table);
    }
    file.commit();
}

} // namespace lanecast::tools
