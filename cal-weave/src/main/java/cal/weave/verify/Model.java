package cal.weave.verify;

import cal.weave.support.WeaveException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The finite model: activities that move from position to position, a few of each stage at a time.
 * All that an activity keeps from others follows from its position. Immutable.
 */
final class Model {
  private static final int MOST = Long.SIZE;

  /**
   * A newcomer: an activity that code outside all activities spawns.
   *
   * @param root the spawned method
   * @param stage the number of its stage
   * @param begins the first positions
   */
  record Newcomer(Flows.Root root, int stage, List<Integer> begins) {}

  /**
   * The guards, places and workers on a way to a signal, by their numbers.
   *
   * @param guards to be free
   * @param places of stages
   * @param workers of stages
   */
  record Need(long guards, long places, long workers) {
    static final Need NOTHING = new Need(0, 0, 0);

    private Need and(Need other) {
      return new Need(guards | other.guards, places | other.places, workers | other.workers);
    }

    private boolean includes(Need other) {
      return and(other).equals(this);
    }
  }

  private final Behaviour behaviour;
  private final List<StageLimits> stages;
  private final List<Newcomer> newcomers = new ArrayList<>();
  private final int few;
  private final long[] held;
  private final int[] waits;
  private final int[] roots;
  private final int[][] places;
  private final int[][] workers;
  private final long[] maySignal;
  private final long[] owes;
  private final List<List<Need>> rescues = new ArrayList<>();
  private final long[] expected;
  private long newcomersSignal;

  /**
   * Makes the model.
   *
   * @param few the most activities, workers and places of a stage
   */
  Model(Flows flows, int few) {
    this.few = few;
    behaviour = new Behaviour(flows);
    for (Flows.Root root : flows.newcomers()) {
      List<Integer> begins =
          behaviour.begin(root).stream().filter(each -> each != Move.END).toList();
      if (!begins.isEmpty()) {
        newcomers.add(new Newcomer(root, behaviour.stages().indexOf(root.stage()), begins));
      }
    }
    behaviour.explore();
    if (behaviour.guards().size() > MOST || behaviour.stages().size() > MOST) {
      throw new WeaveException(
          "%d guards in whose regions something waits, and %d stages, are more than %d"
                  .formatted(behaviour.guards().size(), behaviour.stages().size(), MOST)
              + "; verify fewer classes at a time");
    }
    stages = flows.limits().values().stream().map(each -> each.atMost(few)).toList();
    held = new long[size()];
    waits = new int[size()];
    roots = new int[size()];
    places = new int[size()][];
    workers = new int[size()][];
    for (int i = 0; i < size(); i++) {
      Position position = behaviour.positions().get(i);
      for (String guard : position.held()) {
        held[i] |= bit(behaviour.guards().indexOf(guard));
      }
      roots[i] = behaviour.stages().indexOf(position.frames().getFirst().stage());
      places[i] = counts(position.stages());
      workers[i] = counts(position.working());
      boolean waiting = position.phase() == Position.Phase.WAIT;
      waits[i] = waiting ? behaviour.guards().indexOf(position.innermost()) : Move.NONE;
    }
    maySignal = signals(true);
    owes = signals(false);
    expected = expected();
    for (Newcomer newcomer : newcomers) {
      newcomer.begins.forEach(begin -> newcomersSignal |= maySignal[begin]);
    }
    for (int guard = 0; guard < behaviour.guards().size(); guard++) {
      rescues.add(rescues(guard));
    }
  }

  static long bit(int number) {
    return number < 0 ? 0 : 1L << number;
  }

  /** The guards that an activity may signal from each position on. */
  private long[] signals(boolean later) {
    long[] found = new long[size()];
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int i = 0; i < size(); i++) {
        long all = found[i];
        for (Move move : moves(i)) {
          all |= isSignal(move) ? bit(move.resource()) : 0;
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
    long[] found = new long[size()];
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int i = 0; i < size(); i++) {
        for (Move move : moves(i)) {
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
    for (int i = 0; i < size(); i++) {
      needs.add(new ArrayList<>());
    }
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int i = 0; i < size(); i++) {
        for (Move move : moves(i)) {
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
    for (Newcomer newcomer : newcomers) {
      for (int begin : newcomer.begins) {
        needs.get(begin).forEach(need -> add(all, need.and(entry(newcomer.stage))));
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
    return true;
  }

  private Need need(Move move) {
    return switch (move.kind()) {
      case ENTER -> new Need(bit(move.resource()), 0, 0);
      case WORK -> new Need(0, 0, bit(move.resource()));
      case PLACE -> new Need(0, place(move.resource()), 0);
      default -> Need.NOTHING;
    };
  }

  private Need entry(int stage) {
    return new Need(0, place(stage), stages.get(stage).isPool() ? bit(stage) : 0);
  }

  private long place(int stage) {
    return stages.get(stage).places() == StageLimits.UNLIMITED ? 0 : bit(stage);
  }

  int size() {
    return behaviour.positions().size();
  }

  Position position(int number) {
    return behaviour.positions().get(number);
  }

  int number(Position position) {
    return behaviour.positions().indexOf(position);
  }

  List<Move> moves(int position) {
    return behaviour.moves().get(position);
  }

  List<StageLimits> stages() {
    return stages;
  }

  List<String> guards() {
    return behaviour.guards();
  }

  List<Newcomer> newcomers() {
    return newcomers;
  }

  int few() {
    return few;
  }

  /** The most activities that begin in a stage at a time. */
  int most(int stage) {
    StageLimits limits = stages.get(stage);
    return limits.places() != StageLimits.UNLIMITED
        ? limits.places()
        : limits.isPool() ? limits.workers() + few : few;
  }

  long held(int position) {
    return held[position];
  }

  /** The number of places of a stage that an activity has. */
  int places(int position, int stage) {
    return places[position][stage];
  }

  /** The number of workers of a stage that an activity has. */
  int workers(int position, int stage) {
    return workers[position][stage];
  }

  private int[] counts(List<String> names) {
    int[] counts = new int[stages.size()];
    names.forEach(name -> counts[behaviour.stages().indexOf(name)]++);
    return counts;
  }

  /** The stage in which an activity began. */
  int root(int position) {
    return roots[position];
  }

  /** The guard whose signal is awaited, or {@link Move#NONE}. */
  int waits(int position) {
    return waits[position];
  }

  boolean maySignal(int position, int guard) {
    return (maySignal[position] & bit(guard)) != 0;
  }

  /** Whether an activity may signal a guard before its step ends, and does not wait there. */
  boolean owes(int position, int guard) {
    return (owes[position] & bit(guard)) != 0 && waits[position] != guard;
  }

  /** Whether the activity that begins this wait may signal the guard itself, in the same step. */
  boolean answersItself(Move wait) {
    return (owes[wait.to()] & bit(wait.resource())) != 0;
  }

  /** The wait that may begin at a position. */
  Move waitOf(int position) {
    return moves(position).stream()
        .filter(each -> each.kind() == Move.Kind.WAIT)
        .findFirst()
        .orElseThrow();
  }

  /** Whether a newcomer may send the awaited signal, and not a spawned activity alone. */
  boolean awaitsNewcomers(int position, int guard) {
    return (newcomersSignal & ~expected[position] & bit(guard)) != 0;
  }

  /** Whether any activity signals a guard. */
  boolean isSignalled(int guard) {
    return LongStream.of(maySignal).anyMatch(each -> (each & bit(guard)) != 0);
  }

  List<Need> rescue(int guard) {
    return rescues.get(guard);
  }

  boolean recursive() {
    return behaviour.recursive();
  }
}
