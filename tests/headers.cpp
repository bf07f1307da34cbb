// Exists only to precompile headers: see CMakeLists.txt.
int main() {}
