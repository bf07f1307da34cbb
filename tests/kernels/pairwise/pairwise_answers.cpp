#include "kernels/pairwise/pairwise_answers.hpp"

#include <cstdio>
#include <cstring>

namespace hostile {

namespace {

constexpr std::uint32_t filling = 0x5A5A5A5Au;

bool is_same(const lanecast::Summary& a, const lanecast::Summary& b) {
    return a.queries == b.queries && a.hits == b.hits && a.invalid == b.invalid &&
           a.truncated == b.truncated;
}

} // namespace

bool is_same(const Summaries& a, const Summaries& b) {
    return is_same(a.full, b.full) && is_same(a.yes, b.yes);
}

Answers::Answers(const Question& question, std::size_t size)
    : size_(size), is_yes_or_no_(question.yes),
      numbers_(question.numbers, std::vector<float>(size)),
      words_(question.words, std::vector<std::uint32_t>(size, filling)),
      yes_(question.yes ? size : 0, static_cast<std::uint8_t>(filling)) {
    for (std::vector<float>& column : numbers_)
        for (float& x : column)
            std::memcpy(&x, &filling, sizeof x);
}

Answer Answers::operator[](std::size_t i) const {
    Answer answer{};
    for (std::size_t k = 0; k < numbers_.size(); ++k)
        answer.numbers[k] = numbers_[k][i];
    for (std::size_t k = 0; k < words_.size(); ++k)
        answer.words[k] = words_[k][i];
    if (is_yes_or_no_)
        answer.yes = yes_[i];
    return answer;
}

std::string difference(const Answers& a, const Answers& b) {
    if (a.size() != b.size())
        return "other lengths";
    for (std::size_t i = 0; i < a.size(); ++i) {
        const Answer x = a[i];
        const Answer y = b[i];
        if (x == y)
            continue;
        std::string report = "element " + std::to_string(i) + ":";
        char text[80];
        for (std::size_t k = 0; k < x.numbers.size(); ++k) {
            if (std::memcmp(&x.numbers[k], &y.numbers[k], sizeof(float)) != 0) {
                std::snprintf(text, sizeof text, " number %zu: %a and %a;", k, x.number(k),
                              y.number(k));
                report += text;
            }
        }
        for (std::size_t k = 0; k < x.words.size(); ++k)
            if (x.words[k] != y.words[k])
                report += " word " + std::to_string(k) + ": " + std::to_string(x.words[k]) +
                          " and " + std::to_string(y.words[k]) + ";";
        return report + " yes: " + std::to_string(x.yes) + " and " + std::to_string(y.yes);
    }
    return is_same(a.summaries, b.summaries) ? "" : "other summaries";
}

std::string to_string(const Question& question, const Answer& answer) {
    std::string text;
    char number[40];
    for (std::size_t k = 0; k < question.numbers; ++k) {
        std::snprintf(number, sizeof number, " %a", answer.number(k));
        text += number;
    }
    for (std::size_t k = 0; k < question.words; ++k)
        text += " " + std::to_string(answer.words[k]);
    return text + (question.yes ? " yes " + std::to_string(answer.yes) : "");
}

} // namespace hostile
