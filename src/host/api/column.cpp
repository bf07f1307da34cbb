#include "lanecast/column.hpp"

#include <cstdint>
#include <string>

#include "lanecast/error.hpp"

// The errors of column.hpp are thrown here, so that the header does not include <string>.
namespace lanecast::detail {

void refuse_partly_missing() {
    throw Error(ErrorCode::missing_column, "column", Error::no_index,
                "A column of vectors was given some of its components but not all");
}

void refuse_length_of_triples(std::size_t length) {
    throw Error(ErrorCode::wrong_length, "triples", Error::no_index,
                "triples() was given " + std::to_string(length) +
                    " numbers, must be a multiple of 3");
}

void refuse_null_address() {
    throw Error(ErrorCode::missing_column, "column", Error::no_index,
                "column() was given a null address, must be the address of the first element");
}

void check_projection(const std::array<const void*, 2>& elements, std::size_t element_size,
                      const std::array<const void*, 2>& members, std::size_t member_size) {
    // As integers, because pointers into different objects must not be compared.
    const auto offset = [&](std::size_t i) {
        return reinterpret_cast<std::uintptr_t>(members[i]) -
               reinterpret_cast<std::uintptr_t>(elements[i]);
    };
    const auto refuse = [](std::size_t index, const char* what) {
        throw Error(ErrorCode::wrong_stride, "field", index,
                    "field()'s function returned " + std::string(what) + " for element " +
                        std::to_string(index) +
                        ", must be a reference to the same member of every element");
    };
    if (member_size > element_size || offset(0) > element_size - member_size)
        refuse(0, "a reference to something outside of the element");
    if (elements[1] != nullptr && offset(1) != offset(0))
        refuse(1, "a reference at another offset than for the element before");
}

} // namespace lanecast::detail
