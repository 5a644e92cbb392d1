package cal.weave.verify;

import cal.weave.verify.model.Budget;
import cal.weave.verify.model.Model;
import cal.weave.verify.model.Move;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An exhaustive search, breadth first: the first deadlock found is the nearest. A deadlock is a
 * state with activities of which none can move. Explicit states, with equal activities interchanged
 * (Ip and Dill, 1996). For a single thread.
 */
final class Search {
  /** More states than these are given up. */
  static final int MOST = 400_000;

  private static final int ROUND = 256;

  /**
   * A step of a trace.
   *
   * @param from the position before; {@link Move#NONE} for a newcomer
   * @param move made; null for a newcomer
   * @param to the state after
   */
  record Step(int from, Move move, String to) {}

  /**
   * The outcome.
   *
   * @param states how many were seen
   * @param complete whether these are all
   * @param trace into the nearest deadlock; empty without one
   */
  record Outcome(int states, boolean complete, List<Step> trace) {
    boolean isDeadlock() {
      return !trace.isEmpty();
    }
  }

  private final Model model;
  private final Set<String> seen = new HashSet<>();
  private final List<Step> steps = new ArrayList<>();
  private final List<Integer> before = new ArrayList<>();

  private Search(Model model) {
    this.model = model;
  }

  static Outcome of(Model model, Budget budget) {
    return new Search(model).run(budget);
  }

  private Outcome run(Budget budget) {
    see(0, new Step(Move.NONE, null, ""));
    for (int next = 0; next < steps.size(); next++) {
      State state = new State(model, steps.get(next).to());
      if (!advance(next, state) && state.positions().length > 0) {
        return new Outcome(steps.size(), true, trace(next));
      }
      come(next, state);
      if (steps.size() > MOST || (next % ROUND == 0 && budget.isSpent())) {
        return new Outcome(steps.size(), false, List.of());
      }
    }
    return new Outcome(steps.size(), true, List.of());
  }

  /** Makes all moves; false if there is none. */
  private boolean advance(int number, State state) {
    boolean moved = false;
    int[] positions = state.positions();
    for (int i = 0; i < positions.length; i++) {
      for (Move move : model.moves(positions[i])) {
        if (state.allows(i, move)) {
          moved = true;
          if (move.born() == Move.NONE || !state.isCrowded(move.resource())) {
            for (String after : state.after(i, move)) {
              see(number, new Step(positions[i], move, after));
            }
          }
        }
      }
    }
    return moved;
  }

  private void come(int number, State state) {
    for (Model.Newcomer newcomer : model.newcomers()) {
      if (state.mayCome(newcomer)) {
        newcomer
            .begins()
            .forEach(begin -> see(number, new Step(Move.NONE, null, state.with(begin))));
      }
    }
  }

  private void see(int from, Step step) {
    if (seen.add(step.to())) {
      steps.add(step);
      before.add(from);
    }
  }

  private List<Step> trace(int last) {
    List<Step> trace = new ArrayList<>();
    for (int at = last; at > 0; at = before.get(at)) {
      trace.add(steps.get(at));
    }
    Collections.reverse(trace);
    return trace;
  }
}
