#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "lanecast/error.hpp"

namespace worlds {

using lanecast::Error;
using lanecast::ErrorCode;

/// @param sentence the complete what(), or empty if the wording does not matter
template <class Call>
void expect_error(Call call, ErrorCode code, const std::string& field,
                  std::size_t index = Error::no_index, const std::string& sentence = "") {
    try {
        call();
        ADD_FAILURE() << "not refused: " << field;
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        EXPECT_EQ(error.field(), field) << error.what();
        EXPECT_EQ(error.index(), index) << error.what();
        EXPECT_NE(std::string(error.what()), "");
        if (!sentence.empty()) {
            EXPECT_EQ(error.what(), sentence);
        }
    }
}

} // namespace worlds
