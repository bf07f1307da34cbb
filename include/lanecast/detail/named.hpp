#pragma once

namespace lanecast::detail {

/// The first member of a batch whose fields can be set by name only: `{.a = starts, .b = ends}`.
/// Nothing converts to it, so a list without names, such as `{centers, displacements}`, is never a
/// call with such a batch.
class Named {
public:
    constexpr Named() noexcept {}
};

} // namespace lanecast::detail
