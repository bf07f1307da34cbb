namespace lanecast::LANECAST_ISA {

int* scratch();
int* scratch() { return new int[64]; }

} // namespace lanecast::LANECAST_ISA
