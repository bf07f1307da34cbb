#pragma once

namespace lanecast::bench {

/// Output columns of a query type.
enum class AnswerForm {
    two_words,  ///< 32 bits each: t and id
    four_words, ///< distance and point
    truths,     ///< bytes
};
inline constexpr int answer_forms = 3;

constexpr int words_of(AnswerForm form) {
    return form == AnswerForm::two_words ? 2 : form == AnswerForm::four_words ? 4 : 0;
}

} // namespace lanecast::bench
