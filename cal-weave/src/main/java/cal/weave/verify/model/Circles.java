package cal.weave.verify.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The longest circle in which each activity may have a guard or a place that the one before wants:
 * as many activities it takes. For a single thread.
 */
public final class Circles {
  /** Longer circles are not looked for. */
  public static final int LONGEST = 6;

  /** More steps than these are given up. */
  private static final int MOST_STEPS = 1_000_000;

  /** For each guard or stage, those wanted by activities that have it. */
  private final List<BitSet> wanted = new ArrayList<>();

  private final BitSet path = new BitSet();
  private boolean reads;
  private int longest;
  private boolean longer;
  private int steps;

  /** Looks for circles. */
  public Circles(Model model) {
    int guards = model.guards().size();
    for (int i = 0; i < guards + model.stages().size(); i++) {
      wanted.add(new BitSet());
    }
    for (int i = 0; i < model.size(); i++) {
      for (Move move : model.moves(i)) {
        reads |= move.kind() == Move.Kind.ENTER_SHARED;
        int wants =
            switch (move.kind()) {
              case ENTER, ENTER_SHARED -> move.resource();
              case WORK, PLACE -> guards + move.resource();
              default -> Move.NONE;
            };
        if (wants != Move.NONE) {
          model.has(i).stream()
              .filter(each -> each != wants)
              .forEach(h -> wanted.get(h).set(wants));
        }
      }
    }
    for (int start = 0; start < wanted.size() && !longer; start++) {
      follow(start, start, 1);
    }
  }

  /** Of simple circles whose least is the start. */
  private void follow(int start, int at, int length) {
    if (++steps > MOST_STEPS) {
      longer = true;
      return;
    }
    path.set(at);
    for (int next = wanted.get(at).nextSetBit(start);
        next >= 0 && !longer;
        next = wanted.get(at).nextSetBit(next + 1)) {
      if (next == start) {
        longest = Math.max(longest, length);
        longer |= length > LONGEST;
      } else if (!path.get(next) && length <= LONGEST) {
        follow(start, next, length + 1);
      }
    }
    path.clear(at);
  }

  /** The activities of the longest, at most {@link #LONGEST}. */
  public int longest() {
    return hasLonger() ? LONGEST : activities();
  }

  /** Whether there may be longer ones. */
  public boolean hasLonger() {
    return longer || activities() > LONGEST;
  }

  /** Between two that read, one may wait to write. */
  private int activities() {
    return reads ? 2 * longest : longest;
  }
}
