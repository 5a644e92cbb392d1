package app;

/** Two stages of one place each, and each spawns in the other. */
public class Server {
  public static void main(String[] args) throws Exception {
    new Left(true).run();
    new Right(true).run();
    End.await(2);
  }
}

class Left {
  private final boolean first;

  Left(boolean first) {
    this.first = first;
  }

  void run() {
    if (first) {
      End.meet();
      new Right(false).run();
    }
    End.one();
  }
}

class Right {
  private final boolean first;

  Right(boolean first) {
    this.first = first;
  }

  void run() {
    if (first) {
      End.meet();
      new Left(false).run();
    }
    End.one();
  }
}
