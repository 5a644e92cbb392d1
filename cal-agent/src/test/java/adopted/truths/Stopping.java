package adopted.truths;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.SocketException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;

/** A server that needs threads in order to stop; it prints a line for each part that has run. */
final class Stopping {
  private static final CountDownLatch SERVING = new CountDownLatch(1);

  private Stopping() {}

  public static void main(String[] args) throws Exception {
    ThreadFactory factory = work -> new Thread(work);
    runToItsEnd(factory.newThread(() -> System.out.println("of a factory")));
    ServerSocket listener = new ServerSocket(0);
    new Thread(Stopping::serve).start();
    Thread before = new Thread(() -> System.out.println("made before"));
    Runtime runtime = Runtime.getRuntime();
    runtime.addShutdownHook(new Thread(() -> stop(listener, before), "hook"));
    Thread other = new Thread(() -> System.out.println("a hook that was removed"));
    runtime.addShutdownHook(other);
    System.out.println("removed " + runtime.removeShutdownHook(other));
    System.exit(0);
  }

  /** Serves until the server is stopped, which an interrupt does not do. */
  private static void serve() {
    try {
      SERVING.await();
    } catch (InterruptedException cut) {
      System.out.println("cut");
    }
  }

  private static void stop(ServerSocket listener, Thread before) {
    try {
      awaitClosing(listener);
      System.out.println(Thread.currentThread().getName() + " " + isVirtual());
      runToItsEnd(before);
      runToItsEnd(new Thread(() -> System.out.println("made meanwhile")));
      runToItsEnd(new Other());
    } catch (IOException | InterruptedException | RuntimeException failure) {
      System.out.println(failure);
    } finally {
      SERVING.countDown();
    }
  }

  private static boolean isVirtual() {
    return Thread.currentThread().isVirtual();
  }

  /** A drain closes listeners, upon which nobody is accepted any more. */
  private static void awaitClosing(ServerSocket listener) throws IOException {
    try {
      listener.accept();
      System.out.println("accepted");
    } catch (SocketException closed) {
      if (!listener.isClosed()) {
        throw closed;
      }
    }
  }

  private static void runToItsEnd(Thread thread) throws InterruptedException {
    thread.start();
    thread.join();
  }

  private static final class Other extends Thread {
    @Override
    public void run() {
      System.out.println("of another class");
    }
  }
}
