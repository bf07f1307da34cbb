#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>

// Hosts of plugins load, use and close them again and again. With threads of oneTBB, the second
// load crashes, as that of any plugin with oneTBB does; with jobs of the host's or the plugin's
// own, or with `threads = 1`, it must not.
//
//     loader PLUGIN

int main(int, char** argv) {
    const char* const plugin = argv[1];
    double first = 0;
    for (int round = 0; round < 30; ++round) {
        void* const library = dlopen(plugin, RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) {
            std::printf("%s\n", dlerror());
            return EXIT_FAILURE;
        }
        double (*use)(int) = nullptr;
        void* const symbol = dlsym(library, "use_plugin");
        std::memcpy(&use, &symbol, sizeof use);
        const double sum = use(round % 2);
        if (round == 0)
            first = sum;
        if (dlclose(library) != 0 || sum != first || sum == 0) {
            std::printf("round %d: %g, but %g before\n", round, sum, first);
            return EXIT_FAILURE;
        }
        if (dlopen(plugin, RTLD_NOW | RTLD_NOLOAD) != nullptr)
            std::printf("round %d: still loaded\n", round);
    }
    std::printf("30 rounds\n");
}
