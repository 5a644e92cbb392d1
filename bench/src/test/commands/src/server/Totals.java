package server;

final class Totals {
  private int letters;

  void count(int more) {
    letters += more;
  }
}
