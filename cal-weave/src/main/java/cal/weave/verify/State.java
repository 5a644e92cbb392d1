package cal.weave.verify;

import cal.weave.verify.model.Model;
import cal.weave.verify.model.Move;
import cal.weave.verify.model.Signals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The positions of all activities, in the order of their numbers: activities at equal positions are
 * alike. Immutable.
 */
final class State {
  private final Model model;
  private final int[] positions;
  private final long alone;
  private final long shared;

  /** The guards that activities are about to enter alone. */
  private final long wanted;

  private final int[] places;
  private final int[] workers;
  private final int[] rooted;

  State(Model model, String text) {
    this.model = model;
    this.positions = text.chars().toArray();
    int stages = model.stages().size();
    places = new int[stages];
    workers = new int[stages];
    rooted = new int[stages];
    long allAlone = 0;
    long allShared = 0;
    long allWanted = 0;
    for (int position : positions) {
      allAlone |= model.alone(position);
      allShared |= model.shared(position);
      allWanted |= model.enters(position);
      rooted[model.root(position)]++;
      for (int stage = 0; stage < stages; stage++) {
        places[stage] += model.places(position, stage);
        workers[stage] += model.workers(position, stage);
      }
    }
    alone = allAlone;
    shared = allShared;
    wanted = allWanted;
  }

  int[] positions() {
    return positions;
  }

  /** Whether another activity of a stage would be one more than are looked at. */
  boolean isCrowded(int stage) {
    return rooted[stage] >= model.most(stage);
  }

  boolean mayCome(Model.Newcomer newcomer) {
    return !isCrowded(newcomer.stage())
        && hasPlace(newcomer.stage())
        && hasWorker(newcomer.stage());
  }

  private boolean hasPlace(int stage) {
    return !model.stages().get(stage).isFull(places[stage]);
  }

  private boolean hasWorker(int stage) {
    return workers[stage] < model.stages().get(stage).workers();
  }

  /** Whether an activity can make a move. */
  boolean allows(int mover, Move move) {
    int resource = move.resource();
    return switch (move.kind()) {
      case ENTER -> ((alone | shared) & Model.bit(resource)) == 0;
      // As locks do: behind one that waits to write, others wait to read.
      case ENTER_SHARED -> ((alone | (shared & wanted)) & Model.bit(resource)) == 0;
      case WORK -> hasWorker(resource);
      case PLACE -> hasPlace(resource);
      case FULL -> !hasPlace(resource);
      case WAIT -> mayWait(mover, move);
      case GO_ON -> !mayWait(mover, model.waitOf(positions[mover]));
      case SIGNALLED -> canBeSignalled(mover, resource);
      case NOTIFY, NOTIFY_ALL, LATE -> true;
    };
  }

  private boolean mayWait(int mover, Move wait) {
    int guard = wait.resource();
    if (model.signals().answersItself(wait)) {
      return others(mover).anyMatch(other -> model.signals().owes(other, guard));
    }
    return !model.signals().isSignalled(guard)
        || model.signals().awaitsNewcomers(positions[mover], guard)
        || others(mover).anyMatch(other -> model.signals().maySignal(other, guard));
  }

  private boolean canBeSignalled(int mover, int guard) {
    boolean nobodyLeft =
        model.signals().isSignalled(guard)
            && !model.signals().awaitsNewcomers(positions[mover], guard)
            && others(mover).noneMatch(other -> model.signals().maySignal(other, guard));
    return nobodyLeft || model.signals().rescue(guard).stream().anyMatch(this::has);
  }

  private boolean has(Signals.Need need) {
    if ((need.guards() & (alone | shared)) != 0 || (need.reads() & alone) != 0) {
      return false;
    }
    for (int stage = 0; stage < places.length; stage++) {
      if (((need.places() & Model.bit(stage)) != 0 && !hasPlace(stage))
          || ((need.workers() & Model.bit(stage)) != 0 && !hasWorker(stage))) {
        return false;
      }
    }
    return true;
  }

  private IntStream others(int mover) {
    return IntStream.range(0, positions.length)
        .filter(each -> each != mover)
        .map(each -> positions[each]);
  }

  /** The states after a move, as texts: several where a notification may reach several. */
  List<String> after(int mover, Move move) {
    if (move.kind() != Move.Kind.NOTIFY && move.kind() != Move.Kind.NOTIFY_ALL) {
      return List.of(text(positions, mover, move));
    }
    int[] all = positions.clone();
    List<String> ofOne = new ArrayList<>();
    for (int i = 0; i < positions.length; i++) {
      if (model.waits(positions[i]) == move.resource()) {
        int[] one = positions.clone();
        one[i] = signalled(positions[i]);
        all[i] = one[i];
        ofOne.add(text(one, mover, move));
      }
    }
    boolean reachesOne = move.kind() == Move.Kind.NOTIFY && !ofOne.isEmpty();
    return reachesOne ? ofOne : List.of(text(all, mover, move));
  }

  private int signalled(int waiting) {
    return model.moves(waiting).getFirst().to();
  }

  private static String text(int[] positions, int mover, Move move) {
    char[] text = new char[positions.length + 1];
    int length = 0;
    for (int i = 0; i < positions.length; i++) {
      int position = i == mover ? move.to() : positions[i];
      if (position != Move.END) {
        text[length++] = (char) position;
      }
    }
    if (move.born() != Move.NONE) {
      text[length++] = (char) move.born();
    }
    return ordered(text, length);
  }

  /** The state with a newcomer. */
  String with(int begin) {
    char[] text = new char[positions.length + 1];
    for (int i = 0; i < positions.length; i++) {
      text[i] = (char) positions[i];
    }
    text[positions.length] = (char) begin;
    return ordered(text, text.length);
  }

  private static String ordered(char[] text, int length) {
    Arrays.sort(text, 0, length);
    return new String(text, 0, length);
  }
}
