package cal.weave.calls;

import cal.weave.binding.BindingFile;
import cal.weave.code.CallSite;
import cal.weave.code.MethodName;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import cal.weave.record.DeclaredAspect;
import cal.weave.support.AjcNames;
import cal.weave.support.MethodPattern;
import cal.weave.support.TypePattern;
import cal.weave.support.WeaveException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

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
    /** Of a region that only reads. */
    SHARED_REGION("--region"),
    /** Of a region whose guard is the class. */
    CLASS_REGION("--region"),
    /** Of a method whose own monitors are regions. */
    MONITOR("monitors");

    private final String option;

    Role(String option) {
      this.option = option;
    }
  }

  private final List<CapturedLine> lines = new ArrayList<>();
  private final AwaitingStages awaiting = new AwaitingStages();
  private final Map<MethodName, List<CapturedLine>> known = new HashMap<>();
  private final Map<String, String> bindings = new LinkedHashMap<>();
  private final Set<String> regions = new LinkedHashSet<>();
  private final Map<String, Integer> keys = new HashMap<>();

  /** Adds a pattern of the command line. */
  public void add(Role role, MethodPattern pattern) {
    lines.add(new CapturedLine(role, pattern, role.option, "", null, null, null));
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
              String name =
                  place
                      .replaceFirst("^stages\\.(.*)\\.[^.]*$", "$1")
                      .replaceFirst("^(regions\\.[^.]*)\\..*", "$1");
              for (Role role : roles(place, declared)) {
                TypePattern target = CapturedLine.target(role, name, declared);
                texts.forEach(text -> add(role, text, file + ": " + place, name, null, target));
              }
            });
    declared.aspects().stream()
        .filter(one -> one.members().containsKey(DeclaredAspect.KEY))
        .forEach(one -> addKey(one.entry(), one.members().get(DeclaredAspect.KEY)));
    awaiting.addFile(declared.signatures());
  }

  private void addKey(String regions, String argument) {
    keys.put(regions, Integer.valueOf(argument));
  }

  private static Set<Role> roles(String place, BindingFile declared) {
    if (place.startsWith("regions.")) {
      return place.endsWith(".reads")
          ? Set.of(Role.REGION, Role.SHARED_REGION)
          : Set.of(Role.REGION);
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
    List<RecordLine> read = RecordLine.of(source, record);
    String name = "";
    boolean monitors = false;
    for (RecordLine line : read) {
      String text = line.rest();
      switch (line.word()) {
        case "binding" -> {
          name = text;
          bindings.put(line.first(), name);
        }
        case "spawn" -> add(Role.SPAWN, text, source, name, line.site(), null);
        case "handoff" -> add(Role.HAND_OFF, text, source, name, line.site(), null);
        case "instantiation" ->
            addSpawn("boolean " + made(text) + "+.proceed()", source, name, true);
        case "cancel" -> addSpawn(text, source, name, false);
        case "busy" -> add(Role.BUSY, "void " + line.first().replace('#', '.'), source, name);
        case "regions" -> {
          name = line.first();
          regions.add(name);
          monitors = false;
        }
        case "monitors" -> monitors = true;
        case DeclaredAspect.KEY -> addKey(name, line.first());
        case "region", "shared-region", "class-region" -> {
          if (line.word().equals("class-region")) {
            addRegion(Role.CLASS_REGION, line.first(), source, name);
          } else if (line.word().equals("shared-region")) {
            addRegion(Role.SHARED_REGION, line.first(), source, name);
          }
          if (monitors) {
            addRegion(Role.MONITOR, line.first(), source, name);
          }
          if (!monitors || !line.first().contains(":")) {
            addRegion(Role.REGION, line.first(), source, name);
          }
        }
        default -> {}
      }
    }
    awaiting.addRecord(read);
  }

  /** A block of a monitor has a line, and the whole method is no region. */
  private void addRegion(Role role, String site, String source, String name) {
    add(role, "* " + site.replaceFirst("\\(.*", "(..)"), source, name);
  }

  /** The stages of the records, by the name of their aspect. */
  public Map<String, String> bindings() {
    return bindings;
  }

  /** The aspects of regions in the records. */
  public Set<String> regions() {
    return regions;
  }

  /** The argument, from 1, whose equal values have the same guard; null for other regions. */
  public Integer key(String regions) {
    return keys.get(regions);
  }

  /** The stages with declared input. */
  public AwaitingStages awaiting() {
    return awaiting;
  }

  /** The type made by {@code app.Job.new(int)}, or by {@code app.Job app.Jobs.next()}. */
  private static String made(String signature) {
    return signature.replaceFirst("\\.new\\(.*| .*", "");
  }

  private void addSpawn(String pattern, String source, String name, boolean ofActivity) {
    MethodPattern methods = MethodPattern.inFull(pattern);
    lines.add(new CapturedLine(Role.SPAWN, methods, source, name, ofActivity, null, null));
  }

  private void add(Role role, String pattern, String source, String name) {
    add(role, pattern, source, name, null, null);
  }

  /** A refusal behind another member is not looked for. */
  private void add(
      Role role, String pattern, String source, String name, String site, TypePattern target) {
    if (role != Role.BUSY || pattern.indexOf('(') == pattern.lastIndexOf('(')) {
      MethodPattern methods = MethodPattern.inFull(pattern);
      lines.add(new CapturedLine(role, methods, source, name, null, site, target));
    }
  }

  public boolean isEmpty() {
    return lines.stream().allMatch(line -> line.role().option.matches("--region|monitors"));
  }

  /**
   * Makes sure that something is captured.
   *
   * @throws WeaveException naming the ways to say so
   */
  public void requireSome(String done, String more) {
    if (isEmpty()) {
      throw new WeaveException(
          "nothing says what is captured, so nothing was "
              + done
              + ": give woven classes with their record (META-INF/cal/captures), or a file of"
              + " bindings (--config cal.yaml)"
              + more);
    }
  }

  /** Whether a method has a role, as called or as declared. */
  public boolean is(Role role, Program program, MethodName name) {
    return name(role, program, name) != null;
  }

  /** The stage or the regions by which a method has a role; null where it has none. */
  public String name(Role role, Program program, MethodName name) {
    return lines(role, program, name).findFirst().map(CapturedLine::name).orElse(null);
  }

  /** The stage by which a call is captured; null where it is not. */
  public String name(Role role, Program program, CallSite site) {
    return lines(role, program, site.callee())
        .filter(line -> line.isOf(program, site))
        .findFirst()
        .map(CapturedLine::name)
        .orElse(null);
  }

  private Stream<CapturedLine> lines(Role role, Program program, MethodName name) {
    return known.computeIfAbsent(name, key -> lines(program, key)).stream()
        .filter(line -> line.role() == role);
  }

  private List<CapturedLine> lines(Program program, MethodName name) {
    return AjcNames.isAroundBody(name.name())
        ? List.of()
        : lines.stream().filter(line -> line.means(program, name)).toList();
  }

  /** The stages that capture in such ways, in the order of their first signature. */
  public Set<String> names(Role... roles) {
    Set<String> names = new LinkedHashSet<>();
    lines.stream()
        .filter(line -> List.of(roles).contains(line.role()))
        .forEach(line -> names.add(line.name()));
    return names;
  }

  /** Whether a spawned method may have a name. */
  public boolean mayBeSpawned(String name) {
    return lines.stream()
        .anyMatch(line -> line.role() == Role.SPAWN && line.pattern().isNamed(name));
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
    lines.forEach(line -> line.requireMatch(program));
  }
}
