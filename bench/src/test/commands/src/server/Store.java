package server;

final class Store {
  private final Totals totals;

  Store(Totals totals) {
    this.totals = totals;
  }

  int store(String line) {
    totals.count(line.length());
    return line.length();
  }
}
