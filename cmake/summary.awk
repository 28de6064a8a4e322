# Reads ctest's LastTest.log and prints one line: N passed, N failed. A GoogleTest executable counts
# with each of its cases, any other test counts as one.
function close_test() { if (open && cases == 0) { if (good) passed++; else failed++ } open = 0 }
/^[0-9]+\/[0-9]+ Testing: /     { close_test(); open = 1; cases = 0; good = 0 }
/^\[  PASSED  \] [0-9]+ test/   { passed += $4; ran = $4 }
/^ *[0-9]+ FAILED TESTS?$/      { failed += $1; cases = 1 }
/^Test Passed\.$/               { good = 1; if (ran > 0) cases = 1; ran = 0 }
/^Test Failed\.$/               { ran = 0 }
END { close_test(); printf "%d passed, %d failed\n", passed, failed }
