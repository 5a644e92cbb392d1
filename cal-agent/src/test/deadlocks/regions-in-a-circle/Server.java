package app;

/** Three regions, each of which enters the next. */
public class Server {
  static final Stock STOCK = new Stock();
  static final Orders ORDERS = new Orders();
  static final Bills BILLS = new Bills();

  public static void main(String[] args) throws Exception {
    End.together(3);
    for (int i = 0; i < 3; i++) {
      new Client(i).run();
    }
    End.await(3);
  }
}

class Client {
  private final int number;

  Client(int number) {
    this.number = number;
  }

  void run() {
    switch (number) {
      case 0:
        Server.STOCK.take();
        break;
      case 1:
        Server.ORDERS.add();
        break;
      default:
        Server.BILLS.pay();
    }
    End.one();
  }
}

class Stock {
  private int left;

  void take() {
    End.meet();
    Server.ORDERS.note();
  }

  void note() {
    left++;
  }
}

class Orders {
  private int open;

  void add() {
    End.meet();
    Server.BILLS.note();
  }

  void note() {
    open++;
  }
}

class Bills {
  private int due;

  void pay() {
    End.meet();
    Server.STOCK.note();
  }

  void note() {
    due++;
  }
}
