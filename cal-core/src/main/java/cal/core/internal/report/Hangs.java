package cal.core.internal.report;

import cal.core.internal.support.Describer;
import cal.core.internal.support.Log;
import cal.core.spi.CalRuntimeMXBean.HangStatus;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The hangs of a process: told once each, in the log and to JFR, and kept for the bean until they
 * end. Thread-safe.
 */
public final class Hangs {
  /** Kept hangs, and places that are told of, at most. */
  private static final int MOST = 1000;

  /** Classes above a frame of the server's, where a thread waits. */
  private static final List<String> OF_CAL =
      List.of(
          "cal.core.internal.region.",
          "cal.core.internal.socket.",
          "cal.core.internal.stage.",
          "cal.reactive.internal.",
          "cal.jcsp.",
          "org.jcsp.");

  /** A hang, until it has ended. */
  private record Hang(
      String sentence, String stacks, long since, BooleanSupplier forGood, BooleanSupplier lasts) {}

  /** Each by its place. */
  private final Map<Object, Hang> kept = new LinkedHashMap<>();

  /** Places, each with the level: a warning is told after an information, too. */
  private final Set<Object> told = new HashSet<>();

  /**
   * Tells of a hang, unless its place was told of before at this level, and keeps it.
   *
   * @param level an error for a hang for good
   * @param place the same for hangs that are one to a person
   * @param lasts whether it is still there; for any thread
   */
  public void tell(
      Level level,
      Object place,
      String sentence,
      String stacks,
      long since,
      BooleanSupplier lasts) {
    if (isFirst(List.of(level, place))) {
      Log.log(level, sentence + "\n" + stacks, null);
      HangEvent.emit(sentence, stacks);
    }
    keep(place, new Hang(sentence, stacks, since, () -> level == Level.ERROR, lasts));
  }

  /**
   * Keeps a hang that the log has been told of.
   *
   * @param place as above
   * @param forGood whether it is for good by now; for any thread
   * @param lasts as above
   */
  public void keep(
      Object place,
      String sentence,
      String stacks,
      long since,
      BooleanSupplier forGood,
      BooleanSupplier lasts) {
    if (isFirst(List.of(Level.WARNING, place))) {
      HangEvent.emit(sentence, stacks);
    }
    keep(place, new Hang(sentence, stacks, since, forGood, lasts));
  }

  private synchronized boolean isFirst(List<Object> levelAndPlace) {
    return told.size() < MOST && told.add(levelAndPlace);
  }

  private synchronized void keep(Object place, Hang hang) {
    forgetEnded();
    if (kept.size() < MOST) {
      kept.putIfAbsent(place, hang);
    }
  }

  private void forgetEnded() {
    kept.values().removeIf(hang -> !hang.lasts().getAsBoolean());
  }

  /** The present ones. */
  public synchronized List<HangStatus> present() {
    forgetEnded();
    long now = System.nanoTime();
    return kept.values().stream()
        .map(
            hang ->
                new HangStatus(
                    hang.sentence(),
                    TimeUnit.NANOSECONDS.toSeconds(now - hang.since()),
                    hang.stacks(),
                    hang.forGood().getAsBoolean()))
        .toList();
  }

  /** The stack of a thread now, under its name. */
  public static String stack(Thread thread) {
    return stack(thread.getName(), List.of(thread.getStackTrace()));
  }

  public static String stack(String name, Collection<?> frames) {
    return name + ":\n" + Describer.stack(frames);
  }

  /** The server's place in a stack: activities that hang there are alike. */
  public static String place(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (!isOfJdk(frame) && OF_CAL.stream().noneMatch(frame.getClassName()::startsWith)) {
        return frame.getClassName() + "." + frame.getMethodName();
      }
    }
    return "";
  }

  public static boolean isOfJdk(StackTraceElement frame) {
    String type = frame.getClassName();
    return type.startsWith("java.") || type.startsWith("jdk.") || type.startsWith("sun.");
  }
}
