// Numbers of one thread each. They are found in a way that also serves where the library becomes
// part of a shared object (runtime/); in a program the linker makes the shortest way of it.
#pragma once

#if defined(__GNUC__) && !defined(_WIN32)
#define TREADLE_THREAD_LOCAL [[gnu::tls_model("initial-exec")]] thread_local
#else
#define TREADLE_THREAD_LOCAL thread_local
#endif
