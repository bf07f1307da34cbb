#include "kernels/fewer_queries.hpp"

#include <algorithm>

std::size_t hostile::fewer(std::size_t queries) {
    return std::max<std::size_t>(1, queries / LANECAST_FEWER_QUERIES);
}
