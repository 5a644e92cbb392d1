package app;

/** Writes wait for a flush, which needs the thread that they wait on. */
public class Server {
  public static void main(String[] args) throws Exception {
    Disk disk = new Disk();
    new Client(disk, true).run();
    End.meet();
    new Client(disk, false).run();
    End.await(2);
  }
}

class Client {
  private final Disk disk;
  private final boolean writes;

  Client(Disk disk, boolean writes) {
    this.disk = disk;
    this.writes = writes;
  }

  void run() throws InterruptedException {
    if (writes) {
      disk.write();
    } else {
      disk.flush();
    }
    End.one();
  }
}

class Disk {
  private final Batch batch = new Batch();

  void write() throws InterruptedException {
    End.meet();
    batch.await();
  }

  void flush() {
    batch.flushed();
  }
}

class Batch {
  private boolean flushed;

  void await() throws InterruptedException {
    while (!flushed) {
      wait();
    }
  }

  void flushed() {
    flushed = true;
    notifyAll();
  }
}
