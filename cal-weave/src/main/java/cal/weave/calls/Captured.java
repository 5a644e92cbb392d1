package cal.weave.calls;

import cal.weave.binding.BindingFile;
import cal.weave.code.MethodName;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import cal.weave.support.MethodPattern;
import cal.weave.support.WeaveException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which methods are spawned, handed off, or critical regions. Not thread-safe. */
public final class Captured {
  /** The way in which CAL captures a method. */
  public enum Role {
    SPAWN("--spawn"),
    HAND_OFF("--hand-off"),
    /** Of the refusal of a late request, run in place of a spawned call. */
    BUSY("busy"),
    CLUSTER("--cluster"),
    /** Of a call for a cluster whose target stays: each member has its own. */
    SERVED("cluster.target"),
    REGION("--region"),
    /** Of a method whose own monitors are regions. */
    MONITOR("monitors");

    private final String option;

    Role(String option) {
      this.option = option;
    }
  }

  /**
   * A pattern. An object made at a recorded instantiation runs its {@code proceed()} if it is an
   * {@code Activity}, and its cancelled calls otherwise.
   *
   * @param ofActivity whether the pattern is for an {@code Activity}; null for any object
   */
  private record Line(Role role, MethodPattern pattern, String source, Boolean ofActivity) {
    boolean means(Program program, MethodName name) {
      return Methods.areMeant(pattern, program, name)
          && (ofActivity == null
              || ofActivity == program.supertypes(name.owner()).contains("cal/core/Activity"));
    }
  }

  private final List<Line> lines = new ArrayList<>();
  private final AwaitingStages awaiting = new AwaitingStages();
  private final Map<MethodName, List<Role>> known = new HashMap<>();

  /** Adds a pattern of the command line. */
  public void add(Role role, MethodPattern pattern) {
    add(role, pattern, role.option);
  }

  /**
   * Adds the declarations of a file of bindings.
   *
   * @param file the source
   */
  public void addFile(Path file, BindingFile declared) {
    declared
        .signatures()
        .forEach(
            (place, texts) -> {
              for (Role role : roles(place, declared)) {
                if (role == Role.BUSY) {
                  texts.forEach(text -> addBusy(text, file + ": " + place));
                } else {
                  texts.forEach(text -> add(role, text, file + ": " + place));
                }
              }
            });
    awaiting.addFile(declared.signatures());
  }

  private static Set<Role> roles(String place, BindingFile declared) {
    if (place.startsWith("regions.")) {
      return Set.of(Role.REGION);
    }
    int dot = place.lastIndexOf('.');
    String stage = place.substring("stages.".length(), dot);
    return switch (place.substring(dot + 1)) {
      case "spawn", "cancel", "loop" -> Set.of(Role.SPAWN);
      case "busy" -> Set.of(Role.BUSY);
      case "buffer", "instantiate" -> Set.of();
      default ->
          !declared.isOnCluster(stage)
              ? Set.of(Role.HAND_OFF)
              : declared.isServedByMembers(stage)
                  ? Set.of(Role.HAND_OFF, Role.CLUSTER, Role.SERVED)
                  : Set.of(Role.HAND_OFF, Role.CLUSTER);
    };
  }

  /**
   * Adds the captures of a record (see {@code cal.weave.CaptureRecord}).
   *
   * @param source the place of the record
   */
  public void addRecord(String source, List<String> record) {
    boolean monitors = false;
    for (String line : record) {
      String[] words = line.strip().split(" ", 3);
      if (words[0].matches("spawn|handoff|instantiation|cancel|(class-)?region")
          && words.length < 3) {
        throw new WeaveException(
            source + " has a damaged record: '" + line + "'; build the artifact again");
      }
      switch (words[0]) {
        case "spawn" -> add(Role.SPAWN, words[2], source);
        case "handoff" -> add(Role.HAND_OFF, words[2], source);
        case "instantiation" -> addSpawn("boolean " + made(words[2]) + "+.proceed()", source, true);
        case "cancel" -> addSpawn(words[2], source, false);
        case "busy" -> addBusy("void " + words[1].replace('#', '.'), source);
        case "regions" -> monitors = false;
        case "monitors" -> monitors = true;
        case "region", "class-region" -> addRegion(words[1], monitors, source);
        default -> {}
      }
    }
    awaiting.addRecord(record);
  }

  /** A block of a monitor has a line, and the whole method is no region. */
  private void addRegion(String site, boolean monitors, String source) {
    String pattern = "* " + site.replaceFirst("\\(.*", "(..)");
    if (monitors) {
      add(Role.MONITOR, pattern, source);
    }
    if (!monitors || !site.contains(":")) {
      add(Role.REGION, pattern, source);
    }
  }

  /** The stages with declared input. */
  public AwaitingStages awaiting() {
    return awaiting;
  }

  /** The type made by {@code app.Job.new(int)}, or by {@code app.Job app.Jobs.next()}. */
  private static String made(String signature) {
    return signature.replaceFirst("\\.new\\(.*| .*", "");
  }

  /** A method behind another is not looked for. */
  private void addBusy(String pattern, String source) {
    if (pattern.indexOf('(') == pattern.lastIndexOf('(')) {
      add(Role.BUSY, pattern, source);
    }
  }

  private void addSpawn(String pattern, String source, boolean ofActivity) {
    lines.add(new Line(Role.SPAWN, MethodPattern.inFull(pattern), source, ofActivity));
  }

  private void add(Role role, String pattern, String source) {
    add(role, MethodPattern.inFull(pattern), source);
  }

  private void add(Role role, MethodPattern pattern, String source) {
    lines.add(new Line(role, pattern, source, null));
  }

  public boolean isEmpty() {
    return lines.stream().allMatch(line -> line.role == Role.REGION || line.role == Role.MONITOR);
  }

  /** Whether a method has a role, as called or as declared. */
  public boolean is(Role role, Program program, MethodName name) {
    return known
        .computeIfAbsent(
            name,
            key -> lines.stream().filter(line -> line.means(program, key)).map(Line::role).toList())
        .contains(role);
  }

  /** Whether a spawned method may have a name. */
  public boolean mayBeSpawned(String name) {
    return lines.stream().anyMatch(line -> line.role == Role.SPAWN && line.pattern.isNamed(name));
  }

  /** The methods with a role and code. */
  public List<Procedure> procedures(Role role, Program program) {
    return program.procedures().stream()
        .filter(procedure -> procedure.body().size() > 0 || !procedure.body().isReadable())
        .filter(procedure -> is(role, program, procedure.name()))
        .toList();
  }

  /**
   * Makes sure each pattern means a method: a mistyped pattern would silently find nothing.
   *
   * @throws WeaveException naming the first other pattern, and methods of its name
   */
  public void requireMatches(Program program) {
    for (Line line : lines) {
      List<Procedure> all = program.procedures();
      if (line.ofActivity == null
          && line.role != Role.BUSY // a member behind others is none of the pattern's type
          && all.stream().noneMatch(each -> Methods.areMeant(line.pattern, program, each.name()))) {
        List<String> similar =
            all.stream()
                .filter(each -> each.name().name().equals(line.pattern.method()))
                .map(Procedure::toString)
                .distinct()
                .limit(3)
                .toList();
        throw new WeaveException(
            line.source
                + " '"
                + line.pattern
                + "' matches no method of the "
                + program.size()
                + " classes; "
                + (similar.isEmpty()
                    ? "give the classes that declare it"
                    : "those of that name are " + String.join(", ", similar)));
      }
    }
  }
}
