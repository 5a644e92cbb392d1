package simulated;

import java.util.ArrayDeque;
import java.util.Queue;

/** A place for one job: {@code PUT JOB} waits for room, {@code TAKE} for a job. */
class Jobs implements LineServer.Service {
  private final Queue<String> place = new ArrayDeque<>();

  @Override
  public String answer(String line) throws InterruptedException {
    return line.startsWith("PUT ") ? put(line.substring(4)) : take();
  }

  private synchronized String put(String job) throws InterruptedException {
    while (!place.isEmpty()) {
      wait();
    }
    place.add(job);
    wake();
    return "put";
  }

  private synchronized String take() throws InterruptedException {
    while (place.isEmpty()) {
      wait();
    }
    String job = place.remove();
    wake();
    return job;
  }

  /** The bug: the thread that is woken may wait for the other thing, and the notify is lost. */
  void wake() {
    notify();
  }

  /** Without the bug. */
  static final class Mended extends Jobs {
    @Override
    void wake() {
      notifyAll();
    }
  }
}
