package simulated;

/** Counts, and tells how often. */
class Counter implements LineServer.Service {
  int count;

  @Override
  public String answer(String line) {
    return "counted " + add();
  }

  /** The bug: another thread may count between the read and the write. */
  int add() {
    int now = count;
    count = now + 1;
    return now + 1;
  }

  /** Without the bug. */
  static final class Mended extends Counter {
    @Override
    synchronized int add() {
      return super.add();
    }
  }
}
