// A program that was compiled for AVX and has no other code.
int main(int count, char**) {
    double sum = 0.0;
    for (int i = 0; i < count; ++i)
        sum += 1.0 / (i + 1);
    return sum > 2.0 ? 1 : 0;
}
