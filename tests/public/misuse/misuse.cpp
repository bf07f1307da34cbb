// Each branch is a mistake that must not compile. Its comment holds text that must be in the first
// error, so that the user learns the remedy. misuse.cmake turns every branch into a test:
//
//     #elif defined(MISUSE_name) // the words
//
// misuse_headers.hpp is included first. With no MISUSE_ defined the file must compile; otherwise
// the tests would prove nothing.

// A comment must stay on the line of its branch.
// clang-format off

using namespace lanecast;

struct Vector {
    float x, y, z;
};
struct Float4 {
    float x, y, z, w;
};
struct Double3 {
    double x, y, z;
};
struct Functions { // as some mathematics libraries define a vector
    float& x() { return numbers[0]; }
    float& y() { return numbers[1]; }
    float& z() { return numbers[2]; }
    float numbers[3];
};
struct References {
    float &x, &y, &z;
};
struct BitFields {
    std::uint32_t x : 10, y : 10, z : 12;
};
struct Mixed {
    float x, y;
    double z;
};
class Hidden {
    [[maybe_unused]] float x, y, z;
};
struct Body {
    Vector position;
    const Vector home;
    Float4 point;
    double cost;
    std::uint16_t short_id;
    std::int32_t signed_id;
    std::uint64_t long_id;
    struct {
        Vector linear;
    } motion;
    Vector& getter() { return position; }
    Vector* pointer;
};
struct Other {
    Vector position;
};
enum class SmallLayer : std::uint8_t { wall };

inline void use(std::vector<Body>& bodies, const std::vector<Body>& fixed_bodies,
                std::vector<float>& floats, const std::vector<float>& fixed_floats,
                std::vector<Vector>& vectors, const std::vector<Vector>& fixed_vectors) {
    (void)fixed_bodies, (void)fixed_floats, (void)fixed_vectors, (void)vectors;
    [[maybe_unused]] float* const pointer = floats.data();
    [[maybe_unused]] const auto made = [] { return std::vector<float>(3); };
    [[maybe_unused]] std::size_t wide = 3;

#if defined(MISUSE_none) // positive control: the code above and the correct forms below compile
#elif defined(MISUSE_bare_pointer) // std::span(pointer, count)
    (void)Rays{.t_max = pointer};
#elif defined(MISUSE_bare_pointer_strided) // column<T>(pointer, stride_bytes, count)
    (void)Hits{.t = pointer};
#elif defined(MISUSE_bare_pointers_as_components) // std::span(pointer, count)
    (void)Rays{.origin = {pointer, pointer, pointer}};
#elif defined(MISUSE_null_pointer) // to leave a column out: {}
    (void)Hits{.t = nullptr};
#elif defined(MISUSE_bare_pointer_of_structs) // std::span(pointer, count)
    (void)field(bodies.data(), &Body::position);
#elif defined(MISUSE_bare_pointer_as_triples) // std::span(pointer, count)
    (void)triples(pointer);

#elif defined(MISUSE_temporary_input) // keep it in a variable
    (void)Rays{.t_max = std::vector<float>(3)};
#elif defined(MISUSE_temporary_from_a_function) // keep it in a variable
    (void)Rays{.origin = {made(), floats, floats}};
#elif defined(MISUSE_temporary_output) // keep it in a variable
    (void)Hits{.t = std::vector<float>(3)};
#elif defined(MISUSE_moved_array) // keep it in a variable
    (void)Rays{.t_max = static_cast<std::vector<float>&&>(floats)};
#elif defined(MISUSE_temporary_array_of_numbers) // keep it in a variable
    (void)Rays{.t_max = std::array<float, 3>{1, 2, 3}};
#elif defined(MISUSE_temporary_structs) // keep it in a variable
    (void)field(std::vector<Body>(), &Body::position);
#elif defined(MISUSE_temporary_triples) // keep it in a variable
    (void)triples(std::vector<float>(3));

#elif defined(MISUSE_const_output) // not const
    (void)Hits{.t = fixed_floats};
#elif defined(MISUSE_const_vectors_output) // not const
    (void)Hits{.normal = fixed_vectors};
#elif defined(MISUSE_const_span_output) // not const
    (void)Hits{.t = std::span<const float>(floats)};
#elif defined(MISUSE_const_structs_output) // not const
    (void)Hits{.normal = field(fixed_bodies, &Body::position)};
#elif defined(MISUSE_const_member_output) // not const
    (void)Hits{.normal = field(bodies, &Body::home)};
#elif defined(MISUSE_input_as_output) // not const
    const Input<float> input = floats;
    (void)Hits{.t = input};
#elif defined(MISUSE_const_triples_output) // not const
    (void)Hits{.normal = triples(fixed_floats)};

#elif defined(MISUSE_value_as_output) // std::span(&variable, 1)
    float t = 0;
    (void)Hits{.t = t};
#elif defined(MISUSE_literal_as_output) // std::span(&variable, 1)
    (void)Hits{.t = 0.0f};
#elif defined(MISUSE_vector_as_output) // std::span(&variable, 1)
    Vector normal{};
    (void)Hits{.normal = normal};
#elif defined(MISUSE_small_array_as_output) // std::span(&variable, 1)
    float normal[3] = {};
    (void)Hits{.normal = normal};
#elif defined(MISUSE_value_as_output_component) // std::span(&variable, 1)
    (void)Hits{.normal = {floats, 0.0f, floats}};

#elif defined(MISUSE_lambda_returns_a_copy) // -> auto&
    (void)field(bodies, [](Body& b) { return b.motion.linear; });
#elif defined(MISUSE_lambda_returns_a_pointer) // -> auto&
    (void)field(bodies, [](Body& b) { return &b.motion.linear; });
#elif defined(MISUSE_lambda_takes_another_struct) // no such member
    (void)field(bodies, [](Other& b) -> Vector& { return b.position; });
#elif defined(MISUSE_lambda_takes_const_structs_as_mutable) // takes const Struct&
    (void)field(fixed_bodies, [](Body& b) -> Vector& { return b.motion.linear; });
#elif defined(MISUSE_member_of_another_struct) // no such member
    (void)field(bodies, &Other::position);
#elif defined(MISUSE_member_function) // write a lambda that returns a reference
    (void)field(bodies, &Body::getter);
#elif defined(MISUSE_field_of_one_struct) // std::span(&one, 1)
    (void)field(bodies[0], &Body::position);
#elif defined(MISUSE_member_without_numbers) // a lambda
    (void)field(bodies, &Body::motion);
#elif defined(MISUSE_pointer_member) // pointers
    (void)field(bodies, &Body::pointer);

#elif defined(MISUSE_double_elements) // copy to a std::vector<float>
    std::vector<double> doubles(3);
    (void)Rays{.t_max = doubles};
#elif defined(MISUSE_double_output) // not as double; store float
    std::vector<double> doubles(3);
    (void)Hits{.t = doubles};
#elif defined(MISUSE_double_member) // not as double; store float
    (void)Rays{.t_max = field(bodies, &Body::cost)};
#elif defined(MISUSE_double_vectors) // copy to a std::vector<float>
    std::vector<Double3> doubles(3);
    (void)Rays{.origin = doubles};
#elif defined(MISUSE_double_vector_value) // store float
    (void)Rays{.origin = Double3{1, 2, 3}};
#elif defined(MISUSE_double_triples) // copy to a std::vector<float>
    std::vector<double> doubles(3);
    (void)Rays{.origin = triples(doubles)};
#elif defined(MISUSE_sixteen_bit_elements) // copy them to a std::vector<std::uint32_t>
    std::vector<std::uint16_t> shorts(3);
    (void)Rays{.mask = shorts};
#elif defined(MISUSE_sixteen_bit_member) // copy them to a std::vector<std::uint32_t>
    (void)Rays{.ignore = field(bodies, &Body::short_id)};
#elif defined(MISUSE_sixteen_bit_triples) // copy them to a std::vector<std::uint32_t>
    std::vector<std::uint16_t> shorts(3);
    (void)TriangleMesh{.indices = triples(shorts)};
#elif defined(MISUSE_signed_elements) // store std::uint32_t
    std::vector<int> ids(3);
    (void)Rays{.ignore = ids};
#elif defined(MISUSE_signed_member) // column<T>(address, stride_bytes, count)
    (void)Rays{.ignore = field(bodies, &Body::signed_id)};
#elif defined(MISUSE_signed_triples) // store std::uint32_t
    std::vector<int> ids(3);
    (void)TriangleMesh{.indices = triples(ids)};
#elif defined(MISUSE_signed_indices) // store std::uint32_t
    std::vector<std::array<int, 3>> faces(3);
    (void)TriangleMesh{.indices = faces};
#elif defined(MISUSE_long_elements) // copy them to an array
    std::vector<std::uint64_t> ids(3);
    (void)Rays{.ignore = ids};
#elif defined(MISUSE_long_member) // copy them to an array
    (void)Rays{.ignore = field(bodies, &Body::long_id)};
#elif defined(MISUSE_long_value) // static_cast<std::uint32_t>
    (void)Rays{.ignore = wide};
#elif defined(MISUSE_floats_as_ids) // std::uint32_t for std::uint32_t
    (void)Hits{.id = floats};
#elif defined(MISUSE_float_value_as_mask) // std::uint32_t for std::uint32_t
    (void)Rays{.mask = 1.0f};
#elif defined(MISUSE_small_enums) // copy them to an array
    std::vector<SmallLayer> layers(3);
    (void)Rays{.mask = layers};
#elif defined(MISUSE_integers_as_floats) // float for a column of float
    std::vector<int> integers(3);
    (void)Rays{.t_max = integers};
#elif defined(MISUSE_integers_as_bools) // std::uint8_t for bool
    std::vector<int> integers(3);
    [[maybe_unused]] const Output<bool> hit = integers;
#elif defined(MISUSE_vector_of_bool) // std::vector<std::uint8_t>
    std::vector<bool> bits(3);
    [[maybe_unused]] const Output<bool> hit = bits;
#elif defined(MISUSE_vector_of_bool_input) // std::vector<std::uint8_t>
    const std::vector<bool> bits(3);
    [[maybe_unused]] const Input<bool> hit = bits;

#elif defined(MISUSE_four_floats_as_vectors) // field<Vec3>(structs, &Struct::member)
    std::vector<Float4> points(3);
    (void)Rays{.origin = points};
#elif defined(MISUSE_four_floats_member_as_vector) // field<Vec3>(structs, &Struct::member)
    (void)Rays{.origin = field(bodies, &Body::point)};
#elif defined(MISUSE_four_floats_value_as_vector) // {v.x, v.y, v.z}
    (void)Rays{.origin = Float4{1, 2, 3, 1}};
#elif defined(MISUSE_four_floats_output) // field<Vec3>(structs, &Struct::member)
    std::vector<std::array<float, 4>> normals(3);
    (void)Hits{.normal = normals};
#elif defined(MISUSE_flat_array_as_vectors) // triples(array)
    (void)Rays{.origin = floats};
#elif defined(MISUSE_flat_output_as_vectors) // triples(array)
    (void)Hits{.normal = floats};
#elif defined(MISUSE_flat_plain_array_as_vectors) // triples(array)
    float plain[30] = {};
    (void)Rays{.origin = plain};
#elif defined(MISUSE_flat_indices) // triples(array)
    std::vector<std::uint32_t> indices(3);
    (void)TriangleMesh{.indices = indices};
#elif defined(MISUSE_triples_of_vectors) // pass an array of vectors as it is
    (void)triples(vectors);
#elif defined(MISUSE_flat_array_in_the_plane) // column<Vec2>(array.data()
    (void)planar::Ellipses{.center = floats};
#elif defined(MISUSE_vectors_in_the_plane) // Vec2 x, y and no z
    (void)planar::Ellipses{.center = vectors};
#elif defined(MISUSE_number_as_vector) // {x, y, z}
    (void)Rays{.origin = 1.0f};
#elif defined(MISUSE_vectors_as_numbers) // field(vectors, &Vector::x)
    (void)Rays{.t_max = vectors};
#elif defined(MISUSE_vector_as_number) // field(vectors, &Vector::x)
    (void)Rays{.t_max = Vector{1, 2, 3}};
#elif defined(MISUSE_vectors_as_quaternions) // Quaternion x, y, z, w
    (void)Boxes{.rotation = vectors};
#elif defined(MISUSE_field_asked_as_a_number) // field(vectors, &Vector::x)
    (void)field<float>(bodies, &Body::position);

#elif defined(MISUSE_structs_without_member) // field(structs, &Struct::member)
    (void)Rays{.origin = bodies};
#elif defined(MISUSE_vectors_with_functions) // column<T>(address, stride_bytes, count)
    std::vector<Functions> functions(3);
    (void)Rays{.origin = functions};
#elif defined(MISUSE_vectors_of_references) // no numbers found
    std::vector<References> references;
    (void)Rays{.origin = references};
#elif defined(MISUSE_vectors_of_bit_fields) // no numbers found
    std::vector<BitFields> packed(3);
    (void)TriangleMesh{.indices = packed};
#elif defined(MISUSE_vectors_of_mixed_numbers) // no numbers found
    std::vector<Mixed> mixed(3);
    (void)Rays{.origin = mixed};
#elif defined(MISUSE_vectors_with_private_members) // no numbers found
    std::vector<Hidden> hidden(3);
    (void)Rays{.origin = hidden};
#elif defined(MISUSE_pointers_to_structs) // keep the structs themselves in one array
    std::vector<Body*> pointers;
    (void)Rays{.origin = field(pointers, [](Body* b) -> auto& { return b->position; })};
#elif defined(MISUSE_owning_pointers_to_structs) // keep the structs themselves in one array
    std::vector<std::unique_ptr<Body>> pointers;
    (void)Rays{.origin = field(pointers, &Body::position)};
#elif defined(MISUSE_pointers_to_vectors) // keep the structs themselves in one array
    std::vector<Vector*> pointers;
    (void)Rays{.origin = pointers};
#elif defined(MISUSE_list) // std::vector
    std::list<float> list(3);
    (void)Rays{.t_max = list};
#elif defined(MISUSE_deque_of_structs) // std::vector
    std::deque<Other> deque(3);
    (void)field(deque, &Other::position);
#elif defined(MISUSE_text) // float for a column of float
    (void)Rays{.t_max = "120"};
#elif defined(MISUSE_optional_value) // a column is made of a value
    (void)Rays{.t_max = std::optional<float>(3.0f)};
#elif defined(MISUSE_other_column) // field<T>(structs, &Struct::member)
    const Input<Vec3> vector_column = vectors;
    (void)Rays{.t_max = vector_column};
#elif defined(MISUSE_column_of_double) // a column is of float
    (void)column<double>(static_cast<const void*>(pointer), 8, 3);
#elif defined(MISUSE_input_of_double) // a column is of float
    (void)Input<double>{};
#elif defined(MISUSE_records_that_are_gone) // deleted
    (void)into(std::vector<Hit>(3));
#elif defined(MISUSE_impacts_that_are_gone) // deleted
    (void)into(std::vector<Impact>(3));
#elif defined(MISUSE_rows_that_are_gone) // deleted
    (void)into(std::vector<std::array<Hit, 8>>(3));
#elif defined(MISUSE_signed_counts_of_rows) // store std::uint32_t
    std::vector<std::array<Hit, 8>> rows(3);
    std::vector<int> counts(3);
    (void)into(rows, counts);
#elif defined(MISUSE_rows_of_ids) // no numbers found
    std::vector<std::array<std::uint32_t, 8>> ids(3);
    (void)AllOverlaps{.id = ids, .capacity = 8};
#elif defined(MISUSE_records_without_into) // pass into(records)
    std::vector<Hit> records(3);
    closest_hit(Scene{}, {.origin = vectors, .direction = vectors}, records);
#elif defined(MISUSE_record_without_into) // pass into(records)
    Impact record;
    sweep(Scene{}, {.center = vectors}, record);
#elif defined(MISUSE_capsule_records_without_into) // pass into(records)
    std::vector<Impact> records(3);
    sweep(Scene{}, {.a = vectors, .b = vectors}, records);
#elif defined(MISUSE_pairwise_box_record_without_into) // pass into(records)
    Impact record;
    pairwise::sweep({.position = vectors}, Spheres{.center = vectors, .radius = 1}, record);
#elif defined(MISUSE_array_of_records_without_into) // pass into(records)
    ClosestPoint records[3];
    closest_point(Scene{}, {.position = vectors}, records);
#elif defined(MISUSE_rows_without_into) // pass into(records)
    std::vector<std::array<Hit, 8>> rows(3);
    all_hits(Scene{}, {.origin = vectors, .direction = vectors}, rows);
#elif defined(MISUSE_pairwise_records_without_into) // pass into(records)
    std::vector<Hit> records(3);
    pairwise::closest_hit({.origin = vectors, .direction = vectors},
                          Spheres{.center = vectors, .radius = 1}, records);
#elif defined(MISUSE_pairwise_impacts_without_into) // pass into(records)
    std::array<Impact, 3> records;
    pairwise::sweep({.center = vectors}, Spheres{.center = vectors, .radius = 1}, records);
#elif defined(MISUSE_pairwise_points_without_into) // pass into(records)
    ClosestPoint record;
    pairwise::closest_point({.position = vectors}, Spheres{.center = vectors, .radius = 1}, record);
#elif defined(MISUSE_spheres_as_overlap_queries) // pass OverlapQueries{
    bool hit[3];
    overlaps(Scene{}, Spheres{.center = vectors, .radius = 1}, hit);
#elif defined(MISUSE_spheres_as_queries_of_all_overlaps) // pass OverlapQueries{
    const Spheres spheres = {.center = vectors, .radius = 1};
    all_overlaps(Scene{}, spheres, {.capacity = 0});
#elif defined(MISUSE_pairwise_spheres_as_overlap_queries) // pass OverlapQueries{
    bool hit[3];
    const Spheres spheres = {.center = vectors, .radius = 1};
    pairwise::overlaps(spheres, spheres, hit);
#elif defined(MISUSE_shape_without_name) // Name it: Spheres{
    Scene{}.add({.center = vectors, .radius = 1});
#elif defined(MISUSE_turned_shape_without_name) // Name it: Spheres{
    Scene{}.add({.center = vectors, .half_extents = {1, 2, floats}, .rotation = {0, 0, 0, 1}});
#elif defined(MISUSE_update_without_name) // Name it: Spheres{
    Scene{}.update(IdRange{0, 3}, {.center = vectors});
#elif defined(MISUSE_pairwise_rays_without_name) // Name it: Spheres{
    std::vector<Hit> records(3);
    pairwise::closest_hit({.origin = vectors, .direction = vectors},
                          {.a = vectors, .b = vectors, .radius = 1}, into(records));
#elif defined(MISUSE_pairwise_truths_without_name) // Name it: Spheres{
    bool hit[3];
    pairwise::occluded({.origin = vectors, .direction = vectors}, {.lo = vectors, .hi = vectors},
                       hit);
#elif defined(MISUSE_pairwise_sweeps_without_name) // Name it: Spheres{
    pairwise::sweep({.center = vectors}, {.normal = vectors, .offset = 1}, {.t = floats});
#elif defined(MISUSE_pairwise_overlaps_without_name) // Name it: Spheres{
    bool hit[3];
    pairwise::overlaps({.center = vectors, .radius = 1}, {.point = vectors, .direction = vectors},
                       hit);
#elif defined(MISUSE_pairwise_distances_without_name) // Name it: Spheres{
    ClosestPoint record;
    pairwise::closest_point({.position = vectors}, {.v0 = vectors, .v1 = vectors, .v2 = vectors},
                            into(record));
#elif defined(MISUSE_rays_without_pairwise) // needs the namespace: pairwise::
    const Spheres spheres = {.center = vectors, .radius = 1};
    closest_hit({.origin = vectors, .direction = vectors}, spheres, {.t = floats});
#elif defined(MISUSE_truths_without_pairwise) // needs the namespace: pairwise::
    bool hit[3];
    const Shapes boxes = Aabbs{.lo = vectors, .hi = vectors};
    occluded({.origin = vectors, .direction = vectors}, boxes, hit);
#elif defined(MISUSE_sweeps_without_pairwise) // needs the namespace: pairwise::
    sweep({.center = vectors}, Planes{.normal = vectors, .offset = 1}, {.t = floats});
#elif defined(MISUSE_overlaps_without_pairwise) // needs the namespace: pairwise::
    bool hit[3];
    overlaps({.center = vectors, .radius = 1}, Lines{.point = vectors, .direction = vectors}, hit);
#elif defined(MISUSE_points_without_pairwise) // needs the namespace: pairwise::
    ClosestPoint record;
    closest_point({.position = vectors}, Spheres{.center = vectors, .radius = 1}, into(record));
#else
#error "no such misuse"
#endif

    // The correct forms.
    (void)Rays{.origin = vectors, .direction = {floats, 0, fixed_floats}, .t_max = 0.5f};
    (void)Rays{.origin = field(fixed_bodies, &Body::home), .direction = triples(fixed_floats)};
    (void)Rays{.origin = field<Vec3>(bodies, &Body::point), .t_max = std::span(pointer, 3)};
    (void)Hits{.t = floats, .normal = field(bodies, [](Body& b) -> auto& { return b.position; })};
    std::vector<std::array<Hit, 8>> right_rows(3);
    std::vector<std::uint32_t> right_counts(3);
    (void)into(right_rows, right_counts);

    Scene scene;
    const std::vector<Index3> corners(3);
    scene.add({.vertices = vectors, .indices = corners});
    scene.update(scene.add(Scene{}, {.position = vectors}), {.rotation = Quaternion{}});
    using namespace lanecast::planar;
    separation({}, Points2{.position = {0, 0}}, {});
    (void)Points{.position = vectors};
}
