#include "kernels/fewer_queries.hpp"

#include <algorithm>
#include <cstdlib>

std::size_t hostile::fewer(std::size_t queries) {
    return std::max<std::size_t>(1, queries / LANECAST_FEWER_QUERIES);
}

std::size_t hostile::quarter(std::size_t queries) {
    if (std::getenv("LANECAST_ALL_QUERIES") != nullptr)
        return queries;
    return std::max<std::size_t>(1, queries / 4);
}
