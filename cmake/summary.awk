# Reads ctest's LastTest.log and prints one line: N passed, N failed, and N skipped where some were, after their
# names and reasons. A GoogleTest executable counts with each of its cases, any other test counts as one.
function close_test() {
  if (open && cases == 0) { if (good) passed++; else if (left) skipped++; else failed++ }
  open = 0
}
/^[0-9]+\/[0-9]+ Testing: /     { close_test(); open = 1; cases = 0; good = 0; left = 0; name = $3 }
/^\[  PASSED  \] [0-9]+ test/   { passed += $4; ran = $4 }
/^\[  SKIPPED \] [0-9]+ test/   { skipped += $4; ran += $4 }
/^ *[0-9]+ FAILED TESTS?$/      { failed += $1; cases = 1 }
/^Test Passed\.$/               { good = 1; if (ran > 0) cases = 1; ran = 0 }
/^Test Failed\.$/               { ran = 0 }
/^Test not run|^Test Skipped\.$/ { left = 1; print "skipped: " name }
# GoogleTest: "file:line: Skipped", the reason, then the name of the case
because { reason = $0; because = 0 }
/: Skipped$/                    { because = 1 }
/^\[  SKIPPED \] [^ ]+ \(/      { print "skipped: " $4 ": " reason }
END {
  close_test()
  printf "%d passed, %d failed", passed, failed
  if (skipped > 0) printf ", %d skipped", skipped
  print ""
}
