// Only there to have headers precompiled: see CMakeLists.txt.
int main() {}
