package adopted.truths;

import java.util.concurrent.locks.LockSupport;

/** A main that returns while a thread waits; what keeps the JVM is whether that is a daemon. */
public final class Life {
  private Life() {}

  public static void main(String[] args) {
    Runnable work =
        () -> {
          if (args[0].equals("daemon")) {
            while (true) {
              LockSupport.park();
            }
          }
          LockSupport.parkNanos(300_000_000);
          System.out.println("thread ended");
        };
    Thread thread =
        args[1].equals("plain")
            ? new Thread(work)
            : new Thread() {
              @Override
              public void run() {
                work.run();
              }
            };
    thread.setDaemon(args[0].equals("daemon"));
    thread.start();
    System.out.println("main ended");
  }
}
