package app;

/** Jobs wait for parts of theirs, which need threads of the same pool. */
public class Server {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 2; i++) {
      new Job().run();
    }
    End.await(2);
  }
}

class Job {
  private final Result result = new Result();

  void run() throws InterruptedException {
    End.meet();
    new Part(result).run();
    result.await();
    End.one();
  }
}

class Part {
  private final Result result;

  Part(Result result) {
    this.result = result;
  }

  void run() {
    result.done();
  }
}

class Result {
  private boolean done;

  void await() throws InterruptedException {
    while (!done) {
      wait();
    }
  }

  void done() {
    done = true;
    notifyAll();
  }
}
