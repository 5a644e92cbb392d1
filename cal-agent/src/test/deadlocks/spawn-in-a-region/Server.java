package app;

/** A region spawns into a full stage, whose activities need the region. */
public class Server {
  public static void main(String[] args) throws Exception {
    new Client(new Lists()).run();
    End.await(3);
  }
}

class Client {
  private final Lists lists;

  Client(Lists lists) {
    this.lists = lists;
  }

  void run() {
    lists.send();
    End.one();
  }
}

class Lists {
  private int sent;

  void send() {
    for (int i = 0; i < 2; i++) {
      new Mail(this).run();
    }
  }

  void sent() {
    sent++;
  }
}

class Mail {
  private final Lists lists;

  Mail(Lists lists) {
    this.lists = lists;
  }

  void run() {
    lists.sent();
    End.one();
  }
}
