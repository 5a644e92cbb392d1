# Reports a build: awk -f report.awk BUDGETS LOG LINES, the log of Maven and the lines of elements of
# surefire's reports, each behind the name of its file. Ends with status 1 where a test failed, or
# none ran.

function attribute(name) {
  return match($0, " " name "=\"[^\"]*\"") \
      ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : ""
}

# Of "01:24 min" and "35.308 s".
function seconds(line,   parts) {
  sub(/.*\[ */, "", line); sub(/ .*/, "", line)
  return split(line, parts, ":") == 2 ? parts[1] * 60 + parts[2] : line + 0
}

function text(xml) {
  gsub(/&lt;/, "<", xml); gsub(/&gt;/, ">", xml); gsub(/&quot;/, "\"", xml)
  gsub(/&apos;/, "'", xml); gsub(/&amp;/, "\\&", xml)
  return xml
}

FNR == 1 { input++ }

# A module and its budget in seconds.
input == 1 { if ($1 !~ /^#/) budget[$1] = $2; next }

# A line of Maven's summary, which is said at the end of each run; the first is that of the build.
input == 2 {
  if ($2 == "CAL" && $0 ~ /(SUCCESS|FAILURE) \[/ && !($4 in took)) took[$4] = seconds($0)
  next
}

{ module = $0; sub(/\/target\/.*/, "", module); sub(/^.*\//, "", module) }

/<testsuite / {
  run[module] += attribute("tests")
  bad += attribute("failures") + attribute("errors")
  off += attribute("skipped")
}

/<testcase / { test = attribute("name") " of " attribute("classname") }

/<(failure|error)[ >]/ {
  message = attribute("message")
  if (message == "") message = attribute("type")
  sub(/(&#10;|&#13;).*/, "", message)
  failed[++failures] = "FAILED " test ": " substr(text(message), 1, 300)
}

END {
  printf "\n%-24s %6s %8s %7s\n", "module", "tests", "seconds", "budget"
  for (module in run) {
    late = module in budget && took[module] > budget[module] ? "  over" : ""
    printf "%-24s %6d %8d %7s%s\n", module, run[module], took[module], budget[module], late | "sort"
  }
  close("sort")
  for (module in run) all += run[module]
  print ""
  for (i = 1; i <= failures; i++) print text(failed[i])
  printf "%d passed, %d failed, %d skipped\n", all - bad - off, bad, off
  exit all == 0 || bad > 0
}
