package simulated.plants;

import java.util.List;
import java.util.stream.Stream;

/** Accounts: {@code MOVE FROM TO}, {@code TAKE ACCOUNT}. */
final class Bank implements Service {
  static final class Account {
    int money = 3;
  }

  final List<Account> accounts = Stream.generate(Account::new).limit(3).toList();

  @Override
  public String answer(String line) {
    String[] words = line.split(" ", -1);
    int from = Integer.parseInt(words[1]);
    return words[0].equals("MOVE")
        ? move(from, Integer.parseInt(words[2]))
        : take(accounts.get(from));
  }

  private String move(int from, int to) {
    boolean turned = from > to && !Bug.BANK_LOCK_ORDER.isPlanted();
    synchronized (accounts.get(turned ? to : from)) {
      synchronized (accounts.get(turned ? from : to)) {
        accounts.get(from).money--;
        accounts.get(to).money++;
      }
    }
    return "moved";
  }

  private static String take(Account account) {
    if (Bug.BANK_OVERDRAFT.isPlanted()) {
      boolean enough;
      synchronized (account) {
        enough = account.money > 0;
      }
      synchronized (account) {
        account.money -= enough ? 1 : 0;
      }
      return enough ? "taken" : "refused";
    }
    synchronized (account) {
      boolean enough = account.money > 0;
      account.money -= enough ? 1 : 0;
      return enough ? "taken" : "refused";
    }
  }
}
