#include <string>

namespace lanecast::LANECAST_ISA {

void fill(std::string& text);
void fill(std::string& text) { text.append("longer than what fits into the object itself"); }

} // namespace lanecast::LANECAST_ISA
