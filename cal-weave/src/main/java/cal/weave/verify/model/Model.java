package cal.weave.verify.model;

import cal.weave.support.WeaveException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The finite model: activities that move from position to position, a few of each stage at a time.
 * All that an activity keeps from others follows from its position. Immutable.
 */
public final class Model {
  private static final int MOST = Long.SIZE;

  /**
   * A newcomer: an activity that code outside all activities spawns.
   *
   * @param root the spawned method
   * @param stage the number of its stage
   * @param begins the kinds of its first positions
   * @param concrete the positions themselves
   */
  public record Newcomer(
      Flows.Root root, int stage, List<Integer> begins, List<Integer> concrete) {}

  private final Behaviour behaviour;
  private final List<StageLimits> stages;
  private final List<Newcomer> newcomers = new ArrayList<>();
  private final int few;

  /** The kind of each position of the behaviour, and a position of each kind. */
  private int[] kinds;

  private int[] examples;
  private List<List<Move>> moves;
  private long[] alone;
  private long[] shared;
  private long[] enters;
  private int[] waits;
  private int[] roots;
  private int[][] places;
  private int[][] workers;
  private Signals signals;

  /**
   * Makes the model.
   *
   * @param few the most activities, workers and places of a stage
   */
  public Model(Flows flows, int few, Budget budget) {
    this.few = few;
    behaviour = new Behaviour(flows, budget);
    for (Flows.Root root : flows.newcomers()) {
      List<Integer> begins =
          behaviour.begin(root).stream().filter(each -> each != Move.END).toList();
      if (!begins.isEmpty()) {
        newcomers.add(new Newcomer(root, behaviour.stages().indexOf(root.stage()), begins, begins));
      }
    }
    behaviour.explore();
    if (behaviour.guards().size() > MOST || behaviour.stages().size() > MOST) {
      throw new WeaveException(
          "%d guards in whose regions something waits, and %d stages, are more than %d"
                  .formatted(behaviour.guards().size(), behaviour.stages().size(), MOST)
              + "; verify fewer classes at a time");
    }
    merge(IntStream.range(0, behaviour.positions().size()).toArray());
    stages = Shortages.of(this, List.copyOf(flows.limits().values()));
    signals = new Signals(this);
    merge(Likeness.of(moves, IntStream.range(0, size()).mapToObj(this::seen).toList()));
    signals = new Signals(this);
  }

  /** The sight of a position from others, and its expected signals. */
  private List<Object> seen(int position) {
    return List.of(
        alone[position],
        shared[position],
        waits[position],
        roots[position],
        IntStream.of(places[position]).boxed().toList(),
        IntStream.of(workers[position]).boxed().toList(),
        signals.expected(position));
  }

  /** Takes positions of a kind for one. */
  private void merge(int[] byPosition) {
    kinds = byPosition;
    int size = IntStream.of(kinds).max().orElse(-1) + 1;
    examples = new int[size];
    for (int i = kinds.length - 1; i >= 0; i--) {
      examples[kinds[i]] = i;
    }
    alone = new long[size];
    shared = new long[size];
    enters = new long[size];
    waits = new int[size];
    roots = new int[size];
    places = new int[size][];
    workers = new int[size][];
    moves = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      moves.add(
          behaviour.moves().get(examples[i]).stream()
              .map(move -> move.by(kinds))
              .distinct()
              .toList());
      Position position = position(i);
      alone[i] = bits(position.held(false));
      shared[i] = bits(position.held(true));
      enters[i] =
          moves.get(i).stream()
              .filter(move -> move.kind() == Move.Kind.ENTER)
              .mapToLong(move -> bit(move.resource()))
              .reduce(0, (one, other) -> one | other);
      roots[i] = behaviour.stages().indexOf(position.frames().getFirst().stage());
      places[i] = counts(position.stages());
      workers[i] = counts(position.working());
      boolean waiting = position.phase() == Position.Phase.WAIT;
      waits[i] = waiting ? guards().indexOf(position.innermost()) : Move.NONE;
    }
    newcomers.replaceAll(
        each ->
            new Newcomer(
                each.root,
                each.stage,
                each.concrete.stream().map(i -> kinds[i]).distinct().toList(),
                each.concrete));
  }

  private long bits(List<String> held) {
    return held.stream()
        .mapToLong(guard -> bit(guards().indexOf(guard)))
        .reduce(0, (one, other) -> one | other);
  }

  /** The guards, then the stages, that an activity has at a position. */
  BitSet has(int position) {
    BitSet has = BitSet.valueOf(new long[] {alone[position] | shared[position]});
    for (int stage = 0; stage < stages.size(); stage++) {
      if (places[position][stage] > 0) {
        has.set(guards().size() + stage);
      }
    }
    return has;
  }

  public static long bit(int number) {
    return number < 0 ? 0 : 1L << number;
  }

  public int size() {
    return examples.length;
  }

  /** A position of a kind. */
  public Position position(int number) {
    return behaviour.positions().get(examples[number]);
  }

  /** The number of the kind of a position. */
  public int number(Position position) {
    return kinds[behaviour.number(position)];
  }

  public List<Move> moves(int position) {
    return moves.get(position);
  }

  /** The first position of a newcomer, of a kind. */
  public Position beginning(int kind) {
    return newcomers.stream()
        .flatMap(each -> each.concrete.stream())
        .filter(each -> kinds[each] == kind)
        .map(behaviour.positions()::get)
        .findFirst()
        .orElseThrow();
  }

  /** The position after a move between kinds, and that of a spawned activity; null for none. */
  public Position[] after(Position from, Move move) {
    Move own =
        behaviour.moves().get(behaviour.number(from)).stream()
            .filter(each -> each.by(kinds).equals(move))
            .findFirst()
            .orElseThrow();
    return new Position[] {positionOf(own.to()), positionOf(own.born())};
  }

  private Position positionOf(int number) {
    return number < 0 ? null : behaviour.positions().get(number);
  }

  public List<StageLimits> stages() {
    return stages;
  }

  public List<String> guards() {
    return behaviour.guards();
  }

  public List<Newcomer> newcomers() {
    return newcomers;
  }

  public int few() {
    return few;
  }

  /** The most activities that begin in a stage at a time. */
  public int most(int stage) {
    StageLimits limits = stages.get(stage);
    return limits.places() != StageLimits.UNLIMITED
        ? limits.places()
        : limits.isPool() ? limits.workers() + few : few;
  }

  /** The guards entered alone. */
  public long alone(int position) {
    return alone[position];
  }

  /** The guards entered beside others that read. */
  public long shared(int position) {
    return shared[position];
  }

  /** The guard that is entered alone next. */
  public long enters(int position) {
    return enters[position];
  }

  /** The number of places of a stage that an activity has. */
  public int places(int position, int stage) {
    return places[position][stage];
  }

  /** The number of workers of a stage that an activity has. */
  public int workers(int position, int stage) {
    return workers[position][stage];
  }

  private int[] counts(List<String> names) {
    int[] counts = new int[behaviour.stages().size()];
    names.forEach(name -> counts[behaviour.stages().indexOf(name)]++);
    return counts;
  }

  /** The stage in which an activity began. */
  public int root(int position) {
    return roots[position];
  }

  /** The guard whose signal is awaited, or {@link Move#NONE}. */
  public int waits(int position) {
    return waits[position];
  }

  /** The wait that may begin at a position. */
  public Move waitOf(int position) {
    return moves(position).stream()
        .filter(each -> each.kind() == Move.Kind.WAIT)
        .findFirst()
        .orElseThrow();
  }

  /** The signals of each position. */
  public Signals signals() {
    return signals;
  }

  public boolean recursive() {
    return behaviour.recursive();
  }
}
