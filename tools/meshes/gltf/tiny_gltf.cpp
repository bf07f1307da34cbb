// The code of tinygltf, which is one header. It writes files even if it may not read them.
#include <fstream>

#define TINYGLTF_IMPLEMENTATION
#include "tools/meshes/gltf/tiny_gltf.hpp"
