package cal.simulation.internal.schedule;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The steps of a run: a digest of all, and the first two millions, to compare with another run of
 * the same seed. Not thread-safe.
 */
public final class Trace {
  private static final int LONGEST = 2_000_000;

  /** The kinds of steps. */
  public enum Kind {
    THREAD("runs thread %d"),
    TIMER("fires timer %d"),
    STALL("preempts thread %d"),
    BYTES("delivers bytes of checksum %x"),
    CONNECTION("connects to port %d"),
    RESET("resets a connection to port %d"),
    FILE("calls for a file, checksum %x"),
    CRASH("crashes the server"),
    END("ends a direction of a connection to port %d");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  private final Trace expected;
  private final Supplier<String> place;
  private long[] steps = new long[1024];
  private int length;
  private long digest = 1;
  private String difference;

  /**
   * A trace.
   *
   * @param expected of another run; null if there is none
   * @param place tells where the run is, at a difference
   */
  Trace(Trace expected, Supplier<String> place) {
    this.expected = expected;
    this.place = place;
  }

  /** Adds a step. */
  @SuppressWarnings("EnumOrdinal") // both runs have the same enum
  public void add(Kind kind, long value) {
    long step = ((long) kind.ordinal() << 48) | (value & 0xFFFF_FFFF_FFFFL);
    digest = (digest * 31 + step) * 0x9E3779B97F4A7C15L;
    digest ^= digest >>> 29;
    if (length == LONGEST) {
      return;
    }
    if (length == steps.length) {
      steps = Arrays.copyOf(steps, Math.min(LONGEST, 2 * length));
    }
    steps[length++] = step;
    if (expected != null && difference == null && expected.at(length - 1) != step) {
      difference =
          "step %d: the first run %s, the second %s; %s"
              .formatted(length, expected.text(length - 1), text(length - 1), place.get());
    }
  }

  private long at(int index) {
    return index < length ? steps[index] : -1;
  }

  private String text(int index) {
    if (index >= length) {
      return "has ended";
    }
    Kind kind = Kind.values()[(int) (steps[index] >>> 48)];
    return kind.text.formatted(steps[index] & 0xFFFF_FFFF_FFFFL);
  }

  /** Returns the digest of all steps. */
  public long digest() {
    return digest;
  }

  /** Returns the first step that differs from the expected run; null if none does. */
  public String difference() {
    if (difference == null && expected != null && expected.digest != digest) {
      return length == LONGEST
          ? "a step after " + LONGEST
          : "step %d: the first run %s, the second has ended"
              .formatted(length + 1, expected.text(length));
    }
    return difference;
  }
}
