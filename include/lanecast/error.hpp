#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>

namespace lanecast {

/// Reason why a call was refused. A refused call writes nothing and changes nothing.
enum class ErrorCode : std::uint32_t {
    refused_shape,  ///< a value that docs/semantics.md refuses: radius <= 0, not finite ...
    missing_column, ///< a required input was left out
    wrong_length,   ///< arrays of one batch differ in length, or one is shorter than the batch
    wrong_stride,   ///< a stride or an address does not suit the component's alignment
    not_committed,  ///< the scene was changed since its last commit()
    unknown_ids,    ///< the scene has no such range of ids
    wrong_kind,     ///< the ids belong to another kind of shape
    too_many,       ///< more primitives than ids, or a BVH of more than 64 GiB
    bad_value,      ///< a setting of the call is not finite or out of range
    not_a_scene,    ///< bytes to load are no saved scene of this version, or are damaged
    file_access,    ///< a file cannot be read or written
    not_supported,  ///< this ISA, option or combination is not available
};

/// The exception that lanecast throws for an invalid call. Invalid values in queries are no errors:
/// such a query is a miss with flag::invalid.
class Error : public std::exception {
public:
    /// The index() of an error that does not concern a single element.
    static constexpr std::size_t no_index = static_cast<std::size_t>(-1);

    /// @param field    the field as the caller wrote it, e.g. "Spheres.radius"
    /// @param index    element of the batch, or no_index
    /// @param sentence one readable sentence, e.g. "Spheres.radius[17] is -0.5, must be ..."
    Error(ErrorCode code, std::string field, std::size_t index, std::string sentence);

    [[nodiscard]] ErrorCode code() const noexcept { return code_; }
    [[nodiscard]] const std::string& field() const noexcept { return field_; }
    [[nodiscard]] std::size_t index() const noexcept { return index_; }
    [[nodiscard]] const char* what() const noexcept override { return sentence_.c_str(); }

private:
    ErrorCode code_;
    std::size_t index_;
    std::string field_;
    std::string sentence_;
};

} // namespace lanecast
