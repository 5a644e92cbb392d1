package cal.bench.effort;

/** The class that the fixture's aspect changes. */
class Counted {
  int answer() {
    return 42;
  }
}
