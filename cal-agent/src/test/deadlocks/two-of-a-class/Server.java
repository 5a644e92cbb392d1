package app;

/** Two accounts pay each other. */
public class Server {
  public static void main(String[] args) throws Exception {
    Account one = new Account();
    Account two = new Account();
    new Client(one, two).run();
    new Client(two, one).run();
    End.await(2);
  }
}

class Client {
  private final Account from;
  private final Account to;

  Client(Account from, Account to) {
    this.from = from;
    this.to = to;
  }

  void run() {
    from.pay(to);
    End.one();
  }
}

class Account {
  private int sum;

  void pay(Account other) {
    End.meet();
    sum--;
    other.add();
  }

  void add() {
    sum++;
  }
}
