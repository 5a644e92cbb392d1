package cal.simulation.internal.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The loaders of a program, of which each seed takes one for each start of the program. Loaders are
 * used again where the static state of all classes can be made anew: a class is loaded, linked and
 * compiled once, not for each seed. Used by one thread.
 */
public final class Loaders {
  /** Kept for starts within one seed. */
  private static final int MOST = 8;

  private final Rewriting rewriting;
  private final Set<String> known = ConcurrentHashMap.newKeySet();
  private final List<SeedLoader> kept = new ArrayList<>();
  private int taken;

  /** Loaders above the class path of this class. */
  public Loaders(Rewriting rewriting) {
    this.rewriting = rewriting;
  }

  /** Before a seed: all loaders are free. */
  public void renew() {
    kept.removeIf(SeedLoader::isSpoiled);
    if (rewriting.unfit() != null) {
      kept.clear();
    }
    kept.forEach(SeedLoader::renew);
    taken = 0;
  }

  /** Returns a loader that begins anew, used before or not. */
  public SeedLoader take() {
    if (taken < kept.size()) {
      return kept.get(taken++);
    }
    SeedLoader made = fresh();
    if (rewriting.unfit() == null && kept.size() < MOST) {
      kept.add(made);
      taken++;
    }
    return made;
  }

  /** Returns a loader that no seed has used, and no other seed will. */
  public SeedLoader fresh() {
    boolean renewable = rewriting.unfit() == null;
    return new SeedLoader(rewriting, Loaders.class.getClassLoader(), known, renewable).loadKnown();
  }
}
