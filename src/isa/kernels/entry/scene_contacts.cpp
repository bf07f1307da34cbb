#include "isa/kernels/entry/engines.hpp"
#include "isa/kernels/queries/sensors.hpp"

namespace lanecast::LANECAST_ISA {

constinit const QuestionKernels<ContactSweepColumns, ImpactColumns> contact_scene =
    first_engines<FirstContact>();
constinit const QuestionKernels<ContactSweepColumns, ImpactRows> all_contacts_scene =
    all_engines<AllContacts>();

} // namespace lanecast::LANECAST_ISA
