#pragma once

// tinygltf as this program uses it: without images, and without its own access to files. Every unit
// that includes it needs the same macros.
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#define TINYGLTF_NO_INCLUDE_JSON
#define TINYGLTF_NO_FS

#include <nlohmann/json.hpp>
#include <tiny_gltf.h>
