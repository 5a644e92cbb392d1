package simulated;

import java.util.List;

/** Moves money between accounts: {@code FROM TO}. */
class Bank implements LineServer.Service {
  static final class Account {
    int money = 100;
  }

  final List<Account> accounts = List.of(new Account(), new Account(), new Account());

  @Override
  public String answer(String line) {
    String[] words = line.split(" ", -1);
    move(Integer.parseInt(words[0]), Integer.parseInt(words[1]));
    return "moved";
  }

  /** The bug: locks in the order of the request. */
  void move(int from, int to) {
    synchronized (accounts.get(from)) {
      synchronized (accounts.get(to)) {
        accounts.get(from).money--;
        accounts.get(to).money++;
      }
    }
  }

  /** Without the bug: locks in the order of the accounts. */
  static final class Mended extends Bank {
    @Override
    void move(int from, int to) {
      synchronized (accounts.get(Math.min(from, to))) {
        synchronized (accounts.get(Math.max(from, to))) {
          accounts.get(from).money--;
          accounts.get(to).money++;
        }
      }
    }
  }
}
