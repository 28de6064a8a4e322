// The library is compiled for programs, where data of the C library lies at a fixed distance; in a
// shared object it does not. Counts of owners ask for one such number: whether there is one thread
// only. Here it always says no.
#if defined(__GLIBC__) || defined(__linux__)
extern "C" {
__attribute__((visibility("hidden"), used)) char treadle_component_is_single
    __asm__("__libc_single_threaded") = 0;
}
#endif
