package cal.bench.effort;

/** What the fixture's aspect changes. */
class Counted {
  int answer() {
    return 42;
  }
}
