package cal.weave.verify;

import cal.weave.support.WeaveException;
import cal.weave.verify.model.Model;
import cal.weave.verify.model.Move;
import cal.weave.verify.model.Position;
import cal.weave.verify.model.Signals;
import cal.weave.verify.model.StageLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The model in Promela, for Spin: a process for each activity that there may be, a label for each
 * position. Spin's invalid end states are the deadlocks. For a single thread.
 */
final class Promela {
  /** Interchangeable processes begin in the order of their numbers: fewer states. */
  private static final String BUSY = "busy = busy | (1 << (_pid - 1));";

  private static final String IDLE = "busy = busy & ~(1 << (_pid - 1));";

  /** A process has a bit of an int, less its sign. */
  private static final int MOST = 31;

  private final Model model;
  private final StringBuilder text = new StringBuilder();
  private final SortedSet<Integer> born = new TreeSet<>();
  private final int processes;

  private Promela(Model model) {
    this.model = model;
    SortedSet<Integer> roots = new TreeSet<>();
    model.newcomers().forEach(each -> roots.add(each.stage()));
    for (int i = 0; i < model.size(); i++) {
      for (Move move : model.moves(i)) {
        if (move.born() != Move.NONE) {
          born.add(move.born());
          roots.add(move.resource());
        }
      }
    }
    processes = roots.stream().mapToInt(model::most).sum();
  }

  static String of(Model model) {
    return new Promela(model).write();
  }

  private String write() {
    line("/* spin -run -safety FILE: an invalid end state is a deadlock, no error is none. */");
    names("guard", model.guards());
    names("stage", model.stages().stream().map(StageLimits::name).toList());
    if (processes > MOST) {
      throw new WeaveException(
          "--promela: %d activities are more than the %d that the model for Spin can number; leave"
                  .formatted(processes, MOST)
              + " --promela out, or verify fewer stages at a time");
    }
    if (processes == 0) {
      line("active proctype nobody() { skip }");
      return text.toString();
    }
    for (String array : List.of("alone", "shared", "wanted", "may", "owes")) {
      line("byte %s[%d];".formatted(array, Math.max(1, model.guards().size())));
    }
    for (String array : List.of("places", "workers", "rooted")) {
      line("byte %s[%d];".formatted(array, Math.max(1, model.stages().size())));
    }
    line("byte waits[%d];".formatted(processes));
    line("byte owing[%d];".formatted(processes));
    born.forEach(position -> line("byte born%d;".formatted(position)));
    line("bool stop;");
    line("int busy;");
    line("#define turn (((busy + 1) & ~busy) == (1 << (_pid - 1)))");
    line("active proctype stops() { stop = true }");
    line("active [%d] proctype activity() {".formatted(processes));
    begin();
    for (int i = 0; i < model.size(); i++) {
      position(i);
    }
    line("cut: do :: stop -> skip :: !stop -> skip od");
    line("}");
    return text.toString();
  }

  private void names(String kind, List<String> names) {
    for (int i = 0; i < names.size(); i++) {
      line("/* %s %d: %s */".formatted(kind, i, names.get(i)));
    }
  }

  private void begin() {
    line("end_idle: if");
    for (Model.Newcomer newcomer : model.newcomers()) {
      int stage = newcomer.stage();
      StageLimits limits = model.stages().get(stage);
      String may =
          "turn && !stop && rooted[%d] < %d".formatted(stage, model.most(stage))
              + (limits.places() == StageLimits.UNLIMITED ? "" : " && " + hasPlace(stage))
              + (limits.isPool() ? " && " + hasWorker(stage) : "");
      for (int begin : newcomer.begins()) {
        line(
            ":: atomic { %s -> %s %s goto p%d }"
                .formatted(may, BUSY, change(Move.NONE, begin), begin));
      }
    }
    for (int position : born) {
      line(
          ":: atomic { turn && born%d > 0 -> born%1$d--; %s goto p%1$d }"
              .formatted(position, BUSY));
    }
    line("fi;");
  }

  private void position(int number) {
    Position position = model.position(number);
    line("/* %s: %s */".formatted(position.phase(), Deadlock.place(position).replace("*/", "")));
    line("p%d: if".formatted(number));
    for (Move move : model.moves(number)) {
      if (move.kind() == Move.Kind.SIGNALLED) {
        StringBuilder queued = new StringBuilder();
        addWanted(queued, number, move.to());
        line(":: atomic { waits[_pid - 1] == 0 -> %sgoto p%d }".formatted(queued, move.to()));
      }
      String more =
          move.born() == Move.NONE
              ? ""
              : change(Move.NONE, move.born()) + " born" + move.born() + "++;";
      String crowded =
          "rooted[%d] >= %d"
              .formatted(move.resource(), move.born() < 0 ? 0 : model.most(move.resource()));
      if (move.born() != Move.NONE) {
        line(":: %s && %s -> goto cut".formatted(condition(number, move), crowded));
      }
      line(
          ":: atomic { %s%s -> %s%s%s %s }"
              .formatted(
                  condition(number, move),
                  move.born() == Move.NONE ? "" : " && !(" + crowded + ")",
                  effect(move),
                  more,
                  change(number, move.to()),
                  move.to() == Move.END ? IDLE + " goto end_idle" : "goto p" + move.to()));
    }
    line("fi;");
  }

  private String condition(int from, Move move) {
    int resource = move.resource();
    return switch (move.kind()) {
      case ENTER -> "alone[%1$d] == 0 && shared[%1$d] == 0".formatted(resource);
      case ENTER_SHARED ->
          "alone[%1$d] == 0 && (shared[%1$d] == 0 || wanted[%1$d] == 0)".formatted(resource);
      case WORK -> hasWorker(resource);
      case PLACE -> hasPlace(resource);
      case FULL -> "!(" + hasPlace(resource) + ")";
      case WAIT -> mayWait(from, move);
      case GO_ON -> "!(" + mayWait(from, model.waitOf(from)) + ")";
      case SIGNALLED -> "waits[_pid - 1] != 0 && (" + canBeSignalled(from, resource) + ")";
      case NOTIFY, NOTIFY_ALL, LATE -> "true";
    };
  }

  private String hasPlace(int stage) {
    StageLimits limits = model.stages().get(stage);
    return limits.places() == StageLimits.UNLIMITED
        ? "true"
        : "places[%d] < %d".formatted(stage, limits.places());
  }

  private String hasWorker(int stage) {
    return "workers[%d] < %d".formatted(stage, model.stages().get(stage).workers());
  }

  private String mayWait(int from, Move wait) {
    int guard = wait.resource();
    if (model.signals().answersItself(wait)) {
      return "owes[%d] > %d".formatted(guard, model.signals().owes(from, guard) ? 1 : 0);
    }
    return !model.signals().isSignalled(guard) || model.signals().awaitsNewcomers(from, guard)
        ? "true"
        : "may[%d] > %d".formatted(guard, model.signals().maySignal(from, guard) ? 1 : 0);
  }

  private String canBeSignalled(int from, int guard) {
    List<String> ways = new ArrayList<>();
    if (model.signals().isSignalled(guard) && !model.signals().awaitsNewcomers(from, guard)) {
      ways.add("may[%d] <= %d".formatted(guard, model.signals().maySignal(from, guard) ? 1 : 0));
    }
    for (Signals.Need need : model.signals().rescue(guard)) {
      List<String> all = new ArrayList<>(List.of("true"));
      bits(need.guards())
          .forEach(each -> all.add("alone[%1$d] == 0 && shared[%1$d] == 0".formatted(each)));
      bits(need.reads()).forEach(each -> all.add("alone[%d] == 0".formatted(each)));
      bits(need.places()).forEach(each -> all.add(hasPlace(each)));
      bits(need.workers()).forEach(each -> all.add(hasWorker(each)));
      ways.add(String.join(" && ", all));
    }
    return ways.isEmpty() ? "false" : String.join(" || ", ways);
  }

  private static IntStream bits(long mask) {
    return IntStream.range(0, Long.SIZE).filter(each -> (mask & Model.bit(each)) != 0);
  }

  /** The effect of a notification on those that wait. */
  private String effect(Move move) {
    int guard = move.resource();
    return switch (move.kind()) {
      case NOTIFY ->
          "if " + slots(guard, ":: waits[%1$d] == %2$d -> %3$s ") + ":: else -> skip fi; ";
      case NOTIFY_ALL -> slots(guard, "if :: waits[%1$d] == %2$d -> %3$s :: else -> skip fi; ");
      case SIGNALLED ->
          "waits[_pid - 1] = 0; owes[%1$d] = owes[%1$d] + owing[_pid - 1]; ".formatted(guard);
      default -> "";
    };
  }

  private String slots(int guard, String each) {
    return IntStream.range(0, processes)
        .mapToObj(
            i ->
                each.formatted(
                    i,
                    guard + 1,
                    "waits[%1$d] = 0; owes[%2$d] = owes[%2$d] + owing[%1$d]".formatted(i, guard)))
        .collect(Collectors.joining());
  }

  /** The change of all counts from a position to another, either of which may be none. */
  private String change(int from, int to) {
    StringBuilder change = new StringBuilder();
    for (int guard = 0; guard < model.guards().size(); guard++) {
      int number = guard;
      add(change, "alone", number, from, to, at -> has(model.alone(at), number));
      add(change, "shared", number, from, to, at -> has(model.shared(at), number));
      add(change, "may", number, from, to, at -> model.signals().maySignal(at, number) ? 1 : 0);
      // A notification has counted the debt of an activity that waited.
      boolean counted = from >= 0 && model.waits(from) == guard;
      add(
          change,
          "owes",
          number,
          counted ? to : from,
          to,
          at -> model.signals().owes(at, number) ? 1 : 0);
    }
    addWanted(change, from, to);
    for (int stage = 0; stage < model.stages().size(); stage++) {
      int number = stage;
      add(change, "places", number, from, to, at -> model.places(at, number));
      add(change, "workers", number, from, to, at -> model.workers(at, number));
      add(change, "rooted", number, from, to, at -> model.root(at) == number ? 1 : 0);
    }
    if (to >= 0 && model.waits(to) >= 0) {
      int guard = model.waits(to);
      int after = model.moves(to).getFirst().to();
      change.append(
          "waits[_pid - 1] = %d; owing[_pid - 1] = %d; "
              .formatted(guard + 1, model.signals().owes(after, guard) ? 1 : 0));
    }
    return change.toString();
  }

  /** The guards whose queue an activity joins, or leaves. */
  private void addWanted(StringBuilder change, int from, int to) {
    for (int guard = 0; guard < model.guards().size(); guard++) {
      int number = guard;
      add(change, "wanted", number, from, to, at -> has(model.enters(at), number));
    }
  }

  private static int has(long guards, int number) {
    return (guards & Model.bit(number)) == 0 ? 0 : 1;
  }

  private static void add(
      StringBuilder change, String array, int index, int from, int to, IntUnaryOperator count) {
    int before = from < 0 ? 0 : count.applyAsInt(from);
    int after = to < 0 ? 0 : count.applyAsInt(to);
    if (before != after) {
      change.append(
          "%1$s[%2$d] = %1$s[%2$d] %3$s %4$d; "
              .formatted(array, index, after > before ? "+" : "-", Math.abs(after - before)));
    }
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
