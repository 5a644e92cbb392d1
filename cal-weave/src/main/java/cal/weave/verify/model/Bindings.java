package cal.weave.verify.model;

import cal.weave.binding.BindingFile;
import cal.weave.calls.Captured;
import cal.weave.calls.Captured.Role;
import cal.weave.code.MethodName;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import cal.weave.monitor.Lock;
import cal.weave.record.DeclaredAspect;
import cal.weave.support.AspectNames;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Which stage a captured method belongs to, and which guard a region. Not thread-safe. */
public final class Bindings {
  private static final String CLASS = "class";

  /** Policies whose regions that only read are inside together. */
  private static final String READING = "(fair-)?shared|optimistic";

  /** Before the name of regions in a file. */
  private static final String IN_FILE = "regions.";

  private final Program program;
  private final Captured captured;
  private final Map<String, String> settings;
  private final Set<String> blocking = new TreeSet<>();

  /** Guards other than the object or the class: {@code class}, or a field. */
  private final Map<String, String> named = new HashMap<>();

  private final Map<MethodName, Optional<String>> guards = new HashMap<>();

  /**
   * Reads what records and a file of bindings add to the signatures.
   *
   * @param declared in the file
   * @param settings by their full keys, for the policies of regions
   */
  public Bindings(
      Program program, Captured captured, BindingFile declared, Map<String, String> settings) {
    this.program = program;
    this.captured = captured;
    this.settings = settings;
    captured
        .bindings()
        .forEach(
            (type, stage) -> {
              if (declares(type, "blocks", "()Z")) {
                blocking.add(stage);
              }
            });
    for (DeclaredAspect one : declared.aspects()) {
      String place = one.entry();
      if (one.blocks()) {
        blocking.add(place.substring(place.indexOf('.') + 1));
      }
      String guard = one.members().get(DeclaredAspect.GUARD);
      if (guard != null) {
        named.put(place, guard);
      } else if (one.pointcuts().containsKey(DeclaredAspect.CLASS_REGION)
          && !one.pointcuts().containsKey(DeclaredAspect.REGION)) {
        named.put(place, CLASS);
      }
    }
  }

  private boolean declares(String type, String method, String descriptor) {
    return program.declared(new MethodName(type.replace('.', '/'), method, descriptor)) != null;
  }

  Program program() {
    return program;
  }

  /** The limits of each stage. */
  public Map<String, StageLimits> limits(Map<String, String> settings) {
    Set<String> spawning = captured.names(Role.SPAWN);
    Set<String> stages = captured.names(Role.SPAWN, Role.HAND_OFF);
    StageLimits.requireStages(settings.keySet(), stages);
    Map<String, StageLimits> limits = new LinkedHashMap<>();
    for (String name : stages) {
      limits.put(
          name, StageLimits.of(name, settings, spawning.contains(name), blocking.contains(name)));
    }
    return limits;
  }

  /** The stage of a captured method, or null. */
  String stage(Role role, MethodName name) {
    return captured.name(role, program, name);
  }

  /** The guard of a region, by its class or field; null for no region. */
  String guard(Procedure procedure) {
    return guards.computeIfAbsent(procedure.name(), name -> find(procedure)).orElse(null);
  }

  private Optional<String> find(Procedure procedure) {
    String regions = procedure.isInitializer() ? null : regions(procedure);
    if (regions == null) {
      return Optional.empty();
    }
    if (captured.key(regions) != null) {
      return Optional.of(Keys.guard(name(regions)));
    }
    boolean mapped = declares(regions, "guard", "(Ljava/lang/Object;)Ljava/lang/Object;");
    String guard = mapped ? "the guard of " + AspectNames.regions(regions) : named.get(regions);
    if (guard != null && !guard.equals(CLASS)) {
      return Optional.of(guard);
    }
    boolean ofClass =
        guard != null
            || procedure.isStatic()
            || captured.is(Role.CLASS_REGION, program, procedure.name());
    String type = procedure.owner();
    return Optional.of(ofClass ? "class " + text(type) : family(type));
  }

  /** The guard of a block: its class, its field or its object. */
  String guard(Lock lock) {
    return lock.field() != null
        ? text(lock.owner()) + "." + lock.field()
        : lock.ofClass() ? "class " + text(lock.type()) : family(lock.type());
  }

  /** The slot of the argument that is the key of a region; -1 for none. */
  int keySlot(Procedure procedure) {
    String regions = regions(procedure);
    Integer key = regions == null ? null : captured.key(regions);
    if (key == null || key > procedure.type().parameterCount()) {
      return -1;
    }
    int slot = procedure.isStatic() ? 0 : 1;
    for (ClassDesc before : procedure.type().parameterList().subList(0, key - 1)) {
      slot += TypeKind.from(before).slotSize();
    }
    return slot;
  }

  /** Whether others that read may be inside of a region at the same time. */
  boolean reads(Procedure procedure) {
    return captured.is(Role.SHARED_REGION, program, procedure.name())
        && policy(regions(procedure)).matches(READING);
  }

  private String policy(String regions) {
    String general = settings.getOrDefault("cal.synchronization", "monitor");
    return settings.getOrDefault("cal.regions." + name(regions) + ".synchronization", general);
  }

  /** The name of regions in settings. */
  private static String name(String regions) {
    return regions.startsWith(IN_FILE)
        ? regions.substring(IN_FILE.length())
        : AspectNames.regions(regions);
  }

  private String regions(Procedure procedure) {
    return captured.name(Role.REGION, program, procedure.name());
  }

  /** The topmost type with the code of a region: an object has a single guard. */
  private String family(String type) {
    String top = type;
    for (String above : program.supertypes(type)) {
      top = program.procedures(above).stream().anyMatch(this::guardsItsObject) ? above : top;
    }
    return text(top);
  }

  private boolean guardsItsObject(Procedure procedure) {
    return procedure.body().size() > 0
        && !procedure.isStatic()
        && !procedure.isInitializer()
        && (captured.is(Role.MONITOR, program, procedure.name())
            || (regions(procedure) != null && !named.containsKey(regions(procedure))));
  }

  /** A type, as in the source. */
  static String text(String type) {
    return type.replace('/', '.').replace('$', '.');
  }
}
