#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>

namespace lanecast {

/// Why a call was refused. A refused call has written nothing and changed nothing.
enum class ErrorCode : std::uint32_t {
    refused_shape,  ///< docs/semantics.md refuses a value of it: radius <= 0, not finite ...
    missing_column, ///< a required input was left out
    wrong_length,   ///< arrays of one batch disagree, or an array is shorter than the batch
    wrong_stride,   ///< a stride or an address that does not suit the component's alignment
    not_committed,  ///< the scene was changed since its last commit()
    unknown_ids,    ///< no such range of ids in this scene
    wrong_kind,     ///< the ids belong to another kind of shape
    too_many,       ///< more primitives than ids
    bad_value,      ///< a setting for the whole call that is not finite, or beyond its limits
    not_supported,  ///< this ISA, option or combination is not available here
};

/// The one exception that lanecast throws for a bad call. Bad values in queries are no errors:
/// they are answered with a miss and flag::invalid.
class Error : public std::exception {
public:
    /// `index` of an error that is not about one element.
    static constexpr std::size_t no_index = static_cast<std::size_t>(-1);

    /// @param field    the field as the user wrote it, e.g. "Spheres.radius"
    /// @param index    element of the batch, or no_index
    /// @param sentence one sentence for people, e.g. "Spheres.radius[17] is -0.5, must be ..."
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
