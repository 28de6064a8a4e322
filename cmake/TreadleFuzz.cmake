# The fuzz target: any text goes through the reader, and small models through topology and assembly.
# The engine must be compiled with -fsanitize=fuzzer-no-link (preset fuzz); only here libFuzzer's own
# main comes in.
add_executable(read_model_fuzz "${PROJECT_SOURCE_DIR}/tests/fuzz/read_model_fuzz.cpp")
treadle_own(read_model_fuzz)
target_include_directories(read_model_fuzz PRIVATE "${PROJECT_SOURCE_DIR}")
target_link_libraries(read_model_fuzz PRIVATE treadle::treadle nlohmann_json::nlohmann_json)
target_link_options(read_model_fuzz PRIVATE -fsanitize=fuzzer)
