package app;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Serves two clients for each argument, which names the way in which they hang. */
public class Server {
  public static void main(String[] names) throws Exception {
    for (String name : names) {
      Hang hang = hang(name);
      new Client(name, hang, true).run();
      new Client(name, hang, false).run();
    }
    System.in.read();
  }

  private static Hang hang(String name) {
    return switch (name) {
      case "monitors" -> new Monitors();
      case "locks" -> new Locks();
      case "signal" -> new Signal();
      case "notify" -> new Notify();
      case "initialisers" -> new Initialisers();
      case "full" -> new Full();
      case "regions" -> new Regions();
      case "guard" -> new Guard();
      case "latch" -> new Latch();
      case "semaphore" -> new Permit();
      case "computing" -> new Computing();
      case "pinned" -> new Pinned();
      default -> throw new IllegalArgumentException(name);
    };
  }
}

class Client {
  private final String name;
  private final Hang hang;
  private final boolean first;

  Client(String name, Hang hang, boolean first) {
    this.name = name;
    this.hang = hang;
    this.first = first;
  }

  void run() throws Exception {
    if (first) {
      hang.left();
    } else {
      hang.right();
    }
  }

  @Override
  public String toString() {
    return name + (first ? " left" : " right");
  }
}

abstract class Hang {
  private final CyclicBarrier both = new CyclicBarrier(2);

  abstract void left() throws Exception;

  abstract void right() throws Exception;

  final void meet() {
    try {
      both.await();
    } catch (InterruptedException | BrokenBarrierException broken) {
      throw new IllegalStateException(broken);
    }
  }
}

class Monitors extends Hang {
  private final Object one = new Object();
  private final Object other = new Object();

  @Override
  void left() {
    synchronized (one) {
      meet();
      synchronized (other) {
        throw new IllegalStateException();
      }
    }
  }

  @Override
  void right() {
    synchronized (other) {
      meet();
      synchronized (one) {
        throw new IllegalStateException();
      }
    }
  }
}

class Locks extends Hang {
  private final Lock one = new ReentrantLock();
  private final Lock other = new ReentrantLock();

  @Override
  void left() {
    one.lock();
    meet();
    other.lock();
  }

  @Override
  void right() {
    other.lock();
    meet();
    one.lock();
  }
}

/** A condition that nobody signals. */
class Signal extends Hang {
  private final Lock lock = new ReentrantLock();
  private final Condition ready = lock.newCondition();

  @Override
  void left() throws InterruptedException {
    lock.lock();
    ready.await();
  }

  @Override
  void right() {}
}

/** A signal that comes before its wait. */
class Notify extends Hang {
  @Override
  void left() throws InterruptedException {
    meet();
    synchronized (this) {
      wait();
    }
  }

  @Override
  void right() {
    synchronized (this) {
      notifyAll();
    }
    meet();
  }
}

class Initialisers extends Hang {
  static Initialisers both;

  Initialisers() {
    both = this;
  }

  @Override
  void left() {
    Left.touch();
  }

  @Override
  void right() {
    Right.touch();
  }
}

class Left {
  static {
    Initialisers.both.meet();
    Right.touch();
  }

  static void touch() {}
}

class Right {
  static {
    Initialisers.both.meet();
    Left.touch();
  }

  static void touch() {}
}

/** The only job of a stage needs the lock of the client that spawns the next. */
class Full extends Hang {
  private final Lock lock = new ReentrantLock();

  @Override
  void left() {
    lock.lock();
    new Job(this).run();
    meet();
    new Job(this).run();
  }

  @Override
  void right() {}

  void use() {
    meet();
    lock.lock();
  }
}

class Job {
  private final Full full;

  Job(Full full) {
    this.full = full;
  }

  void run() {
    full.use();
  }
}

class Regions extends Hang {
  private final Room one = new Room(this);
  private final Room other = new Room(this);

  @Override
  void left() {
    one.enter(other);
  }

  @Override
  void right() {
    other.enter(one);
  }
}

class Room {
  private final Hang hang;

  Room(Hang hang) {
    this.hang = hang;
  }

  void enter(Room next) {
    hang.meet();
    next.pass();
  }

  void pass() {}
}

class Guard extends Hang {
  private final Gate gate = new Gate();

  @Override
  void left() throws InterruptedException {
    gate.pass();
  }

  @Override
  void right() {
    gate.close();
  }
}

class Gate {
  private boolean open;

  void pass() throws InterruptedException {
    while (!open) {
      wait();
    }
  }

  void close() {
    open = false;
  }
}

class Latch extends Hang {
  @Override
  void left() throws InterruptedException {
    new CountDownLatch(1).await();
  }

  @Override
  void right() {
    new CompletableFuture<String>().join();
  }
}

class Permit extends Hang {
  private final Semaphore permits = new Semaphore(1);

  @Override
  void left() throws InterruptedException {
    permits.acquire();
    meet();
  }

  @Override
  void right() throws InterruptedException {
    meet();
    permits.acquire();
  }
}

class Computing extends Hang {
  private long sum;

  @Override
  void left() {
    while (sum >= 0) {
      sum = (sum + 1) % 1000;
    }
  }

  @Override
  void right() {}
}

/** An initialiser that waits: no virtual thread lets go of its carrier there. */
class Pinned extends Hang {
  static Pinned both;

  Pinned() {
    both = this;
  }

  @Override
  void left() {
    Slow.touch();
  }

  @Override
  void right() {
    meet();
    Slow.touch();
  }
}

class Slow {
  static {
    Pinned.both.meet();
    new CompletableFuture<String>().join();
  }

  static void touch() {}
}
