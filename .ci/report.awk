# Reports tests: awk -f report.awk BUDGETS LINES, the lines of elements of surefire's reports, each
# behind the name of its file. Ends with status 1 where a test failed or no test ran.

function attribute(name) {
  return match($0, " " name "=\"[^\"]*\"") \
      ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : ""
}

function text(xml) {
  gsub(/&lt;/, "<", xml); gsub(/&gt;/, ">", xml); gsub(/&quot;/, "\"", xml)
  gsub(/&apos;/, "'", xml); gsub(/&amp;/, "\\&", xml)
  return xml
}

# A module and its budget in seconds.
FILENAME != "-" { if ($1 !~ /^#/) budget[$1] = $2; next }

{ module = $0; sub(/\/target\/.*/, "", module); sub(/^\.\//, "", module) }

/<testsuite / {
  run[module] += attribute("tests")
  bad += attribute("failures") + attribute("errors")
  off += attribute("skipped")
  time = attribute("time"); gsub(/,/, "", time)
  seconds[module] += time
}

/<testcase / { test = attribute("name") " of " attribute("classname") }

/<(failure|error)[ >]/ {
  message = attribute("message")
  if (message == "") message = attribute("type")
  sub(/(&#10;|&#13;).*/, "", message)
  failed[++failures] = "FAILED " test ": " substr(text(message), 1, 300)
}

END {
  printf "\n%-28s %6s %8s %7s\n", "tests of", "number", "seconds", "budget"
  for (module in run) {
    all += run[module]; total += seconds[module]
    late = module in budget && seconds[module] > budget[module] ? "  over" : ""
    printf "%-28s %6d %8d %7s%s\n", module, run[module], seconds[module], budget[module], late | "sort"
  }
  close("sort")
  printf "%-28s %6d %8d\n\n", "all", all, total
  for (i = 1; i <= failures; i++) print text(failed[i])
  printf "%d passed, %d failed, %d skipped\n", all - bad - off, bad, off
  exit all == 0 || bad > 0
}
