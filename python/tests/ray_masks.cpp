// Sets the mask of all rays that Open3D passes to Embree to all bits.
//
// Open3D leaves the masks at 0, since its own Embree is compiled without them. Debian's Embree has
// them, so that in Debian's python3-open3d 0.16.1 all rays miss everything. With this file in
// LD_PRELOAD they hit, and tests and benchmarks can compare.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <dlfcn.h>

namespace {

constexpr std::size_t mask_offset = 36; // of RTCRay::mask

void set_masks(void* rays, unsigned count, std::size_t stride) {
    constexpr std::uint32_t all = ~std::uint32_t{0};
    for (unsigned i = 0; i < count; ++i)
        std::memcpy(static_cast<char*>(rays) + i * stride + mask_offset, &all, sizeof all);
}

using Query = void (*)(void*, void*, void*, unsigned, std::size_t);

Query embree(const char* name) {
    return reinterpret_cast<Query>(dlsym(dlopen("libembree3.so.3", RTLD_NOW), name));
}

} // namespace

extern "C" void rtcIntersect1M(void* scene, void* context, void* rays, unsigned count,
                               std::size_t stride) {
    static const Query query = embree("rtcIntersect1M");
    set_masks(rays, count, stride);
    query(scene, context, rays, count, stride);
}

extern "C" void rtcOccluded1M(void* scene, void* context, void* rays, unsigned count,
                              std::size_t stride) {
    static const Query query = embree("rtcOccluded1M");
    set_masks(rays, count, stride);
    query(scene, context, rays, count, stride);
}
