package cal.weave.verify.model;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The stages with few threads and places, fewer than all that may want some where as before.
 * Stateless.
 */
final class Shortages {
  private Shortages() {}

  static List<StageLimits> of(Model model, List<StageLimits> all) {
    List<StageLimits> fewer = new ArrayList<>();
    int few = model.few();
    all.forEach(each -> fewer.add(each.atMost(few, StageLimits.UNLIMITED, StageLimits.UNLIMITED)));
    for (int stage = 0; stage < all.size(); stage++) {
      long wanted = 0;
      long fewWanted = 0;
      for (int root : roots(model, stage)) {
        wanted += root == stage ? StageLimits.UNLIMITED : all.get(root).running();
        fewWanted += fewer.get(root).running();
      }
      if (wanted < StageLimits.UNLIMITED) {
        fewer.set(stage, all.get(stage).atMost(few, (int) wanted, (int) fewWanted));
      }
    }
    return List.copyOf(fewer);
  }

  /** The stages of activities that come to a stage. */
  private static SortedSet<Integer> roots(Model model, int stage) {
    SortedSet<Integer> found = new TreeSet<>();
    for (int i = 0; i < model.size(); i++) {
      int root = model.root(i);
      if (model.places(i, stage) > 0 || root == stage) {
        found.add(root);
      }
      for (Move move : model.moves(i)) {
        if (move.kind() == Move.Kind.PLACE && move.resource() == stage) {
          found.add(move.born() == Move.NONE ? root : stage);
        }
      }
    }
    return found;
  }
}
