package cal.weave.verify.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Which activities may signal which guards, from each position on. Immutable. */
public final class Signals {
  /**
   * The guards, places and workers on a way to a signal, by their numbers.
   *
   * @param guards to be free
   * @param reads guards to be free of those that write
   * @param places of stages
   * @param workers of stages
   */
  public record Need(long guards, long reads, long places, long workers) {
    static final Need NOTHING = new Need(0, 0, 0, 0);

    /** More ways to a signal count as a single one, with the needs that all have. */
    private static final int MOST = 16;

    private Need and(Need other) {
      return new Need(
          guards | other.guards,
          reads | other.reads,
          places | other.places,
          workers | other.workers);
    }

    private Need common(Need other) {
      return new Need(
          guards & other.guards,
          reads & other.reads,
          places & other.places,
          workers & other.workers);
    }

    private boolean includes(Need other) {
      return and(other).equals(this);
    }
  }

  private final Model model;
  private final long[] maySignal;
  private final long[] owes;
  private final long[] expected;
  private final List<List<Need>> rescues = new ArrayList<>();
  private long newcomersSignal;
  private long signalled;

  Signals(Model model) {
    this.model = model;
    maySignal = signals(true);
    signalled = LongStream.of(maySignal).reduce(0, (one, other) -> one | other);
    owes = signals(false);
    expected = expected();
    for (Model.Newcomer newcomer : model.newcomers()) {
      newcomer.begins().forEach(begin -> newcomersSignal |= maySignal[begin]);
    }
    for (int guard = 0; guard < model.guards().size(); guard++) {
      rescues.add(rescues(guard));
    }
  }

  public boolean maySignal(int position, int guard) {
    return (maySignal[position] & Model.bit(guard)) != 0;
  }

  /** Whether an activity may signal a guard before its step ends, and does not wait there. */
  public boolean owes(int position, int guard) {
    return (owes[position] & Model.bit(guard)) != 0 && model.waits(position) != guard;
  }

  /** Whether the activity that begins this wait may signal the guard itself, in the same step. */
  public boolean answersItself(Move wait) {
    return (owes[wait.to()] & Model.bit(wait.resource())) != 0;
  }

  /** Whether a newcomer may send the awaited signal, and not a spawned activity alone. */
  public boolean awaitsNewcomers(int position, int guard) {
    return (newcomersSignal & ~expected[position] & Model.bit(guard)) != 0;
  }

  /** The guards that activities may signal which an activity at a position has spawned. */
  long expected(int position) {
    return expected[position];
  }

  /** Whether any activity signals a guard. */
  public boolean isSignalled(int guard) {
    return (signalled & Model.bit(guard)) != 0;
  }

  public List<Need> rescue(int guard) {
    return rescues.get(guard);
  }

  /** The guards that an activity may signal from each position on. */
  private long[] signals(boolean later) {
    long[] found = new long[model.size()];
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int i = 0; i < model.size(); i++) {
        long all = found[i];
        for (Move move : model.moves(i)) {
          all |= isSignal(move) ? Model.bit(move.resource()) : 0;
          all |= move.to() == Move.END || (move.again() && !later) ? 0 : found[move.to()];
          all |= move.born() == Move.NONE || !later ? 0 : found[move.born()];
        }
        changed |= all != found[i];
        found[i] = all;
      }
    }
    return found;
  }

  /** The guards that activities may signal which this activity has spawned in the same step. */
  private long[] expected() {
    long[] found = new long[model.size()];
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int i = 0; i < model.size(); i++) {
        for (Move move : model.moves(i)) {
          if (move.to() != Move.END && !move.again()) {
            long more = found[i] | (move.born() == Move.NONE ? 0 : maySignal[move.born()]);
            changed |= (found[move.to()] | more) != found[move.to()];
            found[move.to()] |= more;
          }
        }
      }
    }
    return found;
  }

  private static boolean isSignal(Move move) {
    return move.kind() == Move.Kind.NOTIFY || move.kind() == Move.Kind.NOTIFY_ALL;
  }

  /** The least needs of a newcomer on its way to signal a guard. */
  private List<Need> rescues(int guard) {
    List<List<Need>> needs = new ArrayList<>();
    for (int i = 0; i < model.size(); i++) {
      needs.add(new ArrayList<>());
    }
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int i = 0; i < model.size(); i++) {
        for (Move move : model.moves(i)) {
          if (isSignal(move) && move.resource() == guard) {
            changed |= add(needs.get(i), Need.NOTHING);
          }
          for (int next : new int[] {move.to(), move.born()}) {
            if (next >= 0) {
              for (Need need : List.copyOf(needs.get(next))) {
                changed |= add(needs.get(i), need.and(need(move)));
              }
            }
          }
        }
      }
    }
    List<Need> all = new ArrayList<>();
    for (Model.Newcomer newcomer : model.newcomers()) {
      for (int begin : newcomer.begins()) {
        needs.get(begin).forEach(need -> add(all, need.and(entry(newcomer.stage()))));
      }
    }
    return all;
  }

  private static boolean add(List<Need> needs, Need more) {
    if (needs.stream().anyMatch(more::includes)) {
      return false;
    }
    needs.removeIf(each -> each.includes(more));
    needs.add(more);
    if (needs.size() > Need.MOST) {
      Need common = needs.stream().reduce(Need::common).orElseThrow();
      needs.clear();
      needs.add(common);
    }
    return true;
  }

  private Need need(Move move) {
    return switch (move.kind()) {
      case ENTER -> new Need(Model.bit(move.resource()), 0, 0, 0);
      case ENTER_SHARED -> new Need(0, Model.bit(move.resource()), 0, 0);
      case WORK -> new Need(0, 0, 0, Model.bit(move.resource()));
      case PLACE -> new Need(0, 0, place(move.resource()), 0);
      default -> Need.NOTHING;
    };
  }

  private Need entry(int stage) {
    return new Need(0, 0, place(stage), model.stages().get(stage).isPool() ? Model.bit(stage) : 0);
  }

  private long place(int stage) {
    return model.stages().get(stage).places() == StageLimits.UNLIMITED ? 0 : Model.bit(stage);
  }
}
