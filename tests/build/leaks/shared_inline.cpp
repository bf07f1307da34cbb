namespace lanecast {

// The linker would keep one copy of this function for all ISAs.
[[gnu::noinline]] inline int shared_by_all(int x) { return x * x + 1; }

namespace LANECAST_ISA {
int caller(int x);
int caller(int x) { return shared_by_all(x) + shared_by_all(x + 1); }
} // namespace LANECAST_ISA

} // namespace lanecast
