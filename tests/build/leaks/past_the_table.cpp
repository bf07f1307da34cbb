namespace lanecast::LANECAST_ISA {
int kernel(int x);
}

namespace lanecast::host {
int call(int x);
int call(int x) { return LANECAST_ISA::kernel(x); }
} // namespace lanecast::host
