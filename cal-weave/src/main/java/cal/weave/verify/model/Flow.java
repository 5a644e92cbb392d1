package cal.weave.verify.model;

import cal.weave.code.Body;
import cal.weave.code.CallSite;
import cal.weave.code.MethodName;
import cal.weave.code.Procedure;
import java.lang.classfile.instruction.ReturnInstruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * The acts of a method and which may follow which, the branches taken at will. Exceptions are left
 * out; a loop that nothing else ends is left after its first act. Immutable.
 *
 * @param procedure the method; null for one of a class that was not given
 * @param name its name in the source
 * @param acts in the order of the code
 * @param entry indices of the first acts, or {@link #EXIT}
 * @param next for each act, those that may follow
 */
public record Flow(
    Procedure procedure,
    String name,
    List<Act> acts,
    List<Integer> entry,
    List<List<Integer>> next) {
  public static final int EXIT = -1;

  /** A method has a single flow. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  /** The kind of an act. */
  public enum Kind {
    CALL,
    SPAWN,
    HAND_OFF,
    WAIT,
    NOTIFY,
    NOTIFY_ALL,
    /** Begins a {@code synchronized} block that is a region. */
    LOCK,
    UNLOCK
  }

  /**
   * A call that matters.
   *
   * @param kind the effect
   * @param site the call
   * @param targets the methods that may answer; none for a wait or a notification
   * @param stage of a captured call, else null
   * @param guard of a block, else null
   */
  public record Act(Kind kind, CallSite site, List<Procedure> targets, String stage, String guard) {
    /** {@code class.method:line}. */
    public String place() {
      return site.caller() + ":" + site.caller().body().line(site.at());
    }
  }

  /**
   * Of a method.
   *
   * @param body its code as written
   */
  static Flow of(Procedure procedure, Body body, SortedMap<Integer, Act> byInstruction) {
    Map<Integer, Integer> places = new HashMap<>();
    byInstruction.keySet().forEach(at -> places.put(at, places.size()));
    List<List<Integer>> next = new ArrayList<>();
    byInstruction.keySet().forEach(at -> next.add(following(body, body.next(at), places)));
    List<Integer> entry = body.size() == 0 ? List.of(EXIT) : following(body, new int[] {0}, places);
    for (boolean changed = true; changed; ) {
      changed = false;
      BitSet ending = ending(next);
      for (int i = 0; i < next.size() && !changed; i++) {
        if (!ending.get(i)) {
          List<Integer> more = new ArrayList<>(next.get(i));
          more.add(EXIT);
          next.set(i, List.copyOf(more));
          changed = true;
        }
      }
    }
    List<Act> acts = List.copyOf(byInstruction.values());
    return new Flow(procedure, procedure.toString(), acts, entry, List.copyOf(next));
  }

  /** The acts from which the end is reached. */
  private static BitSet ending(List<List<Integer>> next) {
    BitSet found = new BitSet();
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int i = 0; i < next.size(); i++) {
        if (!found.get(i) && next.get(i).stream().anyMatch(n -> n == EXIT || found.get(n))) {
          found.set(i);
          changed = true;
        }
      }
    }
    return found;
  }

  private static List<Integer> following(Body body, int[] starts, Map<Integer, Integer> places) {
    TreeSet<Integer> found = new TreeSet<>();
    BitSet seen = new BitSet();
    ArrayDeque<Integer> open = new ArrayDeque<>();
    for (int start : starts) {
      open.add(start);
    }
    while (!open.isEmpty()) {
      int at = open.pop();
      if (seen.get(at)) {
        continue;
      }
      seen.set(at);
      if (places.containsKey(at)) {
        found.add(places.get(at));
      } else if (body.at(at) instanceof ReturnInstruction) {
        found.add(EXIT);
      } else {
        for (int each : body.next(at)) {
          open.add(each);
        }
      }
    }
    return found.isEmpty() ? List.of(EXIT) : List.copyOf(found);
  }

  /** The method without an act. */
  static Flow empty(Procedure procedure) {
    return new Flow(procedure, procedure.toString(), List.of(), List.of(EXIT), List.of());
  }

  /** The method of a class that was not given. */
  static Flow outside(MethodName callee) {
    return new Flow(null, callee.toString(), List.of(), List.of(EXIT), List.of());
  }
}
