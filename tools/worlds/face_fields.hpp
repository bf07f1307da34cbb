#pragma once

#include <span>
#include <vector>

#include "tools/formats/answer_rows.hpp"
#include "tools/worlds/face_table.hpp"

/// The fields of answers that the program adds to those of the library: the face of the mesh file,
/// its group and its material.
namespace lanecast::tools {

/// Returns the fields that the library must compute for the chosen ones. Those of faces follow from
/// id and part.
[[nodiscard]] std::vector<AnswerField> computed_fields(std::span<const AnswerField> chosen);

/// Returns the chosen fields of all answers.
/// @param computed  the fields named by computed_fields()
[[nodiscard]] AnswerRows with_faces(AnswerRows&& computed, std::vector<AnswerField> chosen,
                                    const FaceTable& faces);

} // namespace lanecast::tools
