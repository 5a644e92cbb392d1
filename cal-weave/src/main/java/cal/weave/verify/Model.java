package cal.weave.verify;

import cal.weave.support.WeaveException;
import java.util.ArrayList;
import java.util.List;

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

  private final Behaviour behaviour;
  private final List<StageLimits> stages;
  private final List<Newcomer> newcomers = new ArrayList<>();
  private final int few;
  private final long[] held;
  private final int[] waits;
  private final int[] roots;
  private final int[][] places;
  private final int[][] workers;
  private final Signals signals;

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
    signals = new Signals(this);
  }

  static long bit(int number) {
    return number < 0 ? 0 : 1L << number;
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

  /** The wait that may begin at a position. */
  Move waitOf(int position) {
    return moves(position).stream()
        .filter(each -> each.kind() == Move.Kind.WAIT)
        .findFirst()
        .orElseThrow();
  }

  /** The signals of each position. */
  Signals signals() {
    return signals;
  }

  boolean recursive() {
    return behaviour.recursive();
  }
}
