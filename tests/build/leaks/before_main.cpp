namespace lanecast::LANECAST_ISA {

volatile int zero = 0;
extern int computed;
int computed = zero + 1;

} // namespace lanecast::LANECAST_ISA
