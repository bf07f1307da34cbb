#include "tools/formats/answer_file.hpp"

#include <cstring>
#include <vector>

#include <fmt/compile.h>
#include <fmt/format.h>

#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"
#include "tools/formats/npy.hpp"

namespace lanecast::tools {
namespace {

constexpr std::string_view truth_type = "|b1";
constexpr std::string_view float_type = "<f4";
constexpr std::string_view double_type = "<f8";

/// "[('t', '<f4'), ('normal', '<f4', (3,))]"
std::string descr_of(std::span<const AnswerField> fields) {
    std::string text;
    for (const AnswerField& field : fields) {
        const std::size_t count = field.number_count();
        const bool is_text = field.type == text_type;
        text += fmt::format("{}('{}', '{}{}'{})", text.empty() ? "[" : ", ", field.name, field.type,
                            is_text ? std::to_string(field.width) : "",
                            count > 1 ? fmt::format(", ({},)", count) : "");
    }
    return text + "]";
}

void save_npy(OutputFile& file, const AnswerTable& table) {
    const auto list = [](std::size_t count) { return fmt::format("({},)", count); };
    file.write(npy_header(descr_of(table.rows.fields()),
                          table.shape.size() > 1 ? fmt::format("({})", fmt::join(table.shape, ", "))
                                                 : list(table.rows.size())));
    file.write(table.rows.bytes());
    if (!table.query.empty()) {
        file.write(npy_header("'<u8'", list(table.offsets.size())));
        file.write(
            {reinterpret_cast<const char*>(table.offsets.data()), table.offsets.size_bytes()});
    }
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
        for (const AnswerField& field : table.rows.fields())
            values_.insert(values_.end(), field.number_count(), &field);
    }

    void header() {
        text_.append(table_.query);
        for (const AnswerField& field : table_.rows.fields()) {
            separate();
            text_.append(field.columns);
        }
        end_line();
    }

    void record(const char* bytes) {
        for (const AnswerField* const field : values_) {
            separate();
            if (field->type == text_type) {
                text({bytes, ::strnlen(bytes, field->width)});
                bytes += field->width;
            } else if (field->type == truth_type) {
                text_.push_back(take<std::uint8_t>(bytes) != 0 ? '1' : '0');
            } else if (field->type == float_type) {
                number(take<float>(bytes));
            } else if (field->type == double_type) {
                number(take<double>(bytes));
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
        if (text_.size() > line_)
            text_.push_back(',');
    }

    /// Quotes a text that holds a comma or a quote (RFC 4180).
    void text(std::string_view text) {
        if (text.find_first_of(",\"") == std::string_view::npos) {
            text_.append(text);
            return;
        }
        text_.push_back('"');
        for (const char c : text)
            text_.append(std::string_view(c == '"' ? "\"\"" : &c, c == '"' ? 2 : 1));
        text_.push_back('"');
    }

    void end_line() {
        constexpr std::size_t block = 1 << 16;
        text_.push_back('\n');
        line_ = text_.size();
        if (line_ >= block)
            flush();
    }

    OutputFile& file_;
    const AnswerTable& table_;
    std::vector<const AnswerField*> values_; ///< field of each number and text in a record
    fmt::memory_buffer text_;
    std::size_t line_ = 0; ///< where the line begins in text_
};

void save_csv(OutputFile& file, const AnswerTable& table) {
    CsvWriter writer(file, table);
    writer.header();
    std::size_t query = 0;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        if (!table.query.empty()) {
            while (table.offsets[query + 1] <= i)
                ++query;
            writer.number(query);
        }
        writer.record(table.rows.record(i));
    }
    writer.flush();
}

} // namespace

void check_answer_path(const std::string& path, const std::string& ending) {
    if (ending != ".csv" && ending != ".npy")
        throw Failure(fmt::format("{}: answers must go to a .csv or .npy file", path));
    OutputFile::check(path);
}

void save_answers(const std::string& path, const std::string& ending, const AnswerTable& table) {
    if (table.origin != Vec3d{}) {
        const AnswerRows rows = with_origin(table.rows, table.origin);
        save_answers(
            path, ending,
            {.rows = rows, .shape = table.shape, .offsets = table.offsets, .query = table.query});
        return;
    }
    OutputFile file(path);
    if (ending == ".npy")
        save_npy(file, table);
    else
        save_csv(file, table);
    file.commit();
}

} // namespace lanecast::tools
