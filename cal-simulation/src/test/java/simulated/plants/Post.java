package simulated.plants;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Mails: {@code MAIL A B ..} stores words one by one, {@code COUNT}, {@code TAKE}, {@code DONE
 * MAIL}, {@code NUMBER}.
 */
final class Post implements Service, AutoCloseable {
  private final Deque<String> mails = new ArrayDeque<>();
  private final ExecutorService device = Executors.newSingleThreadExecutor();
  private final StringBuilder shared = new StringBuilder();
  private int next;

  @Override
  public String answer(String line) throws InterruptedException {
    String[] words = line.split(" ", -1);
    return switch (words[0]) {
      case "MAIL" -> mail(words);
      case "COUNT" -> "" + count();
      case "TAKE" -> take();
      case "DONE" -> done(words[1]);
      default -> "" + number();
    };
  }

  private String mail(String[] words) throws InterruptedException {
    StringBuilder text = Bug.POST_BUFFER.isPlanted() ? shared : new StringBuilder();
    text.setLength(0);
    for (int i = 1; i < words.length; i++) {
      append(text, words[i]);
    }
    String mail = text.toString();
    Future<?> stored = device.submit(() -> store(mail));
    if (!Bug.POST_EARLY_ANSWER.isPlanted()) {
      try {
        stored.get();
      } catch (java.util.concurrent.ExecutionException failure) {
        return "failed";
      }
    }
    return mail;
  }

  /** A step of its own, so that a buffer of all sessions shows. */
  private static void append(StringBuilder text, String word) throws InterruptedException {
    text.append(word);
    Thread.sleep(0, 1);
  }

  private synchronized void store(String mail) {
    mails.remove(mail); // sent again
    mails.add(mail);
  }

  private synchronized int count() {
    return mails.size();
  }

  private synchronized String take() {
    if (mails.isEmpty()) {
      return "-";
    }
    return Bug.POST_LOST_AT_RESET.isPlanted() ? mails.remove() : mails.peek();
  }

  private synchronized String done(String mail) {
    mails.remove(mail);
    return "done";
  }

  private int number() {
    if (Bug.POST_NUMBER.isPlanted()) {
      int now = next;
      next = now + 1;
      return now;
    }
    synchronized (this) {
      return next++;
    }
  }

  @Override
  public void close() {
    device.shutdownNow();
  }
}
