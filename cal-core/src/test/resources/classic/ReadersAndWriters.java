package classic;

import java.util.concurrent.atomic.AtomicInteger;

/** Many may read at a time, one may write alone; writers are not starved by readers. */
final class ReadersAndWriters {
  private int readers;
  private boolean writes;
  private int writersWaiting;
  private int waiting;
  private int done;

  void startReading() throws InterruptedException {
    while (writes || writersWaiting > 0) {
      pause();
    }
    readers++;
  }

  void endReading() {
    readers--;
    done++;
    resume();
  }

  void startWriting() throws InterruptedException {
    writersWaiting++;
    while (writes || readers > 0) {
      pause();
    }
    writersWaiting--;
    writes = true;
  }

  void endWriting() {
    writes = false;
    done++;
    resume();
  }

  void awaitDone(int turns) throws InterruptedException {
    while (done < turns) {
      pause();
    }
  }

  private void pause() throws InterruptedException {
    waiting++;
    wait(60_000);
    waiting--;
  }

  private void resume() {
    if (waiting > 0) {
      notifyAll();
    }
  }

  /** The shared data; it counts its readers and writers to check on the server above. */
  private static final class Book {
    private final AtomicInteger readers = new AtomicInteger();
    private final AtomicInteger writers = new AtomicInteger();
    private final AtomicInteger mistakes = new AtomicInteger();
    private int left;
    private int right;

    void read() {
      readers.incrementAndGet();
      if (writers.get() > 0 || left != right) {
        mistakes.incrementAndGet();
      }
      readers.decrementAndGet();
    }

    void write() {
      if (writers.incrementAndGet() > 1 || readers.get() > 0) {
        mistakes.incrementAndGet();
      }
      left++;
      Thread.yield();
      right++;
      writers.decrementAndGet();
    }
  }

  /** Arguments: readers, writers, turns of each. */
  public static void main(String[] args) throws InterruptedException {
    int readers = Integer.parseInt(args[0]);
    int writers = Integer.parseInt(args[1]);
    int turns = Integer.parseInt(args[2]);
    ReadersAndWriters server = new ReadersAndWriters();
    Book book = new Book();
    Worker reader =
        () -> {
          for (int i = 0; i < turns; i++) {
            server.startReading();
            book.read();
            server.endReading();
          }
        };
    Worker writer =
        () -> {
          for (int i = 0; i < turns; i++) {
            server.startWriting();
            book.write();
            server.endWriting();
          }
        };
    for (int i = 0; i < Math.max(readers, writers); i++) {
      if (i < readers) {
        Worker.start(reader);
      }
      if (i < writers) {
        Worker.start(writer);
      }
    }
    server.awaitDone((readers + writers) * turns);
    System.out.println("written=" + book.right + " mistakes=" + book.mistakes);
  }
}
