package cal.core.internal.region;

import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * The guards of keys: equal keys have the same guard, by their hash, and other keys may have it as
 * well. A fixed number, so that nothing is kept of a key. Immutable.
 */
public final class Stripes implements UnaryOperator<Object> {
  /** A power of two: threads of two keys seldom meet, up to some hundred threads inside. */
  private static final int NUMBER = 1024;

  /** A guard of these. */
  static final class Stripe {
    private final Stripes all;

    Stripe(Stripes all) {
      this.all = all;
    }

    /**
     * Makes sure that the calling thread is inside of one key at a time: two threads with two keys
     * each might wait for each other, in whatever order they take the keys.
     *
     * @param top the innermost region of the thread
     * @throws IllegalStateException if the thread is in a region of another key
     */
    void requireAlone(RegionEntry top, String regions) {
      for (RegionEntry entry = top; entry.outer != null; entry = entry.outer) {
        if (entry.guard instanceof Stripe other && other != this && other.all == all) {
          throw new IllegalStateException(
              "a region of "
                  + regions
                  + " is entered inside a region of another key (key: in cal.yaml), and keys share"
                  + " locks, so that two threads could wait for each other; leave the first region"
                  + " before, or give the inner method regions of another name");
        }
      }
    }
  }

  private final Stripe[] stripes = new Stripe[NUMBER];

  /** As many guards as any other. */
  public Stripes() {
    Arrays.setAll(stripes, at -> new Stripe(this));
  }

  @Override
  public Object apply(Object key) {
    int hash = key == null ? 0 : key.hashCode();
    // As java.util.HashMap spreads: the higher bits of a hash count, too.
    return stripes[(hash ^ (hash >>> 10) ^ (hash >>> 20)) & (NUMBER - 1)];
  }
}
