package app;

/** A gate is opened, and those that wait are not told. */
public class Server {
  public static void main(String[] args) throws Exception {
    Gate gate = new Gate();
    new Client(gate, true).run();
    End.meet();
    new Client(gate, false).run();
    End.await(2);
  }
}

class Client {
  private final Gate gate;
  private final boolean waits;

  Client(Gate gate, boolean waits) {
    this.gate = gate;
    this.waits = waits;
  }

  void run() throws InterruptedException {
    if (waits) {
      gate.pass();
    } else {
      gate.open();
    }
    End.one();
  }
}

class Gate {
  private boolean open;

  void pass() throws InterruptedException {
    End.meet();
    while (!open) {
      wait();
    }
  }

  void open() {
    open = true;
  }
}
