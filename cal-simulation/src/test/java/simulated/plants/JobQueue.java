package simulated.plants;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * A place for two jobs: {@code PUT JOB}, {@code TAKE}; {@code ACQUIRE} and {@code RELEASE} one of
 * two permits; {@code SUBMIT JOB} for a worker of the queue's own.
 */
final class JobQueue implements Service, AutoCloseable {
  private static final int ROOM = 2;

  private final List<String> jobs = new ArrayList<>();
  private final List<String> submitted = new ArrayList<>();
  private final List<String> done = new ArrayList<>();
  private final Semaphore permits = new Semaphore(2);
  private final ThreadLocal<Boolean> held = ThreadLocal.withInitial(() -> false);
  private final Thread worker = new Thread(this::work, "worker");
  private boolean closing;

  JobQueue() {
    worker.start();
  }

  @Override
  public String answer(String line) throws InterruptedException {
    String[] words = line.split(" ", -1);
    return switch (words[0]) {
      case "PUT" -> put(words[1]);
      case "TAKE" -> take();
      case "SUBMIT" -> submit(words[1]);
      case "ACQUIRE" -> acquire();
      default -> release();
    };
  }

  private synchronized String put(String job) throws InterruptedException {
    while (jobs.size() == ROOM) {
      wait();
    }
    jobs.add(job);
    wake();
    return "put";
  }

  private void wake() {
    if (Bug.QUEUE_NOTIFY.isPlanted()) {
      notify();
    } else {
      notifyAll();
    }
  }

  private String take() throws InterruptedException {
    if (Bug.QUEUE_TWICE.isPlanted()) {
      String first;
      synchronized (this) {
        awaitJob();
        first = jobs.getFirst();
      }
      synchronized (this) {
        jobs.remove(first);
        wake();
      }
      return first;
    }
    synchronized (this) {
      awaitJob();
      String first = jobs.removeFirst();
      wake();
      return first;
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the bug
  private void awaitJob() throws InterruptedException {
    if (Bug.QUEUE_STOLEN.isPlanted()) {
      if (jobs.isEmpty()) {
        wait();
      }
      return;
    }
    while (jobs.isEmpty()) {
      wait();
    }
  }

  private String acquire() throws InterruptedException {
    permits.acquire();
    held.set(true);
    return "acquired";
  }

  private String release() {
    if (held.get()) {
      held.set(false);
      permits.release();
    }
    return "released";
  }

  @Override
  public void gone() {
    if (!Bug.QUEUE_PERMIT.isPlanted()) {
      release();
    }
    held.remove();
  }

  private synchronized String submit(String job) {
    if (closing) {
      return "closed";
    }
    submitted.add(job);
    notifyAll();
    return "accepted";
  }

  private void work() {
    try {
      while (true) {
        String job;
        synchronized (this) {
          while (submitted.isEmpty() && !closing) {
            wait();
          }
          boolean over = Bug.QUEUE_DRAIN.isPlanted() ? closing : submitted.isEmpty();
          if (over) {
            return;
          }
          job = submitted.removeFirst();
        }
        Thread.sleep(1);
        synchronized (this) {
          done.add(job);
        }
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends after the accepted jobs; returns their number. */
  int drain() throws InterruptedException {
    close();
    worker.join();
    return done.size();
  }

  @Override
  public synchronized void close() {
    closing = true;
    notifyAll();
  }
}
