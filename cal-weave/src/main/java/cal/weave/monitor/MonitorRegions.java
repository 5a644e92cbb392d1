package cal.weave.monitor;

import cal.weave.code.Procedure;
import cal.weave.code.Program;
import cal.weave.code.Rewriting;
import cal.weave.support.AjcNames;
import cal.weave.support.TypePattern;
import cal.weave.support.WeaveException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The monitors of classes that a file names, which become critical regions of an aspect. For a
 * single thread.
 *
 * <p>The policy {@code monitor} leaves the class files as they are.
 */
public final class MonitorRegions {
  /** Before a line of the record for people: what cannot be told. */
  public static final String REMARK = "  remark ";

  /** The first version of class files with constants for classes: of Java 5. */
  private static final int CLASS_CONSTANTS = 49;

  /**
   * An entry of the file.
   *
   * @param place the entry, for messages
   * @param aspect the class of the regions
   * @param patterns of the classes
   * @param policy the name of the policy
   */
  public record Entry(String place, String aspect, List<String> patterns, String policy) {
    private boolean names(String type) {
      return patterns.stream().anyMatch(pattern -> names(pattern, type));
    }

    /** A class is named with its nested classes. */
    private static boolean names(String pattern, String type) {
      TypePattern types = TypePattern.inFull(pattern);
      for (int end = type.length(); end > 0; end = type.lastIndexOf('$', end - 1)) {
        if (types.matches(type.substring(0, end))) {
          return true;
        }
      }
      return false;
    }

    private boolean isMonitor() {
      return policy.equals("monitor");
    }
  }

  private final List<Entry> entries;
  private final ClassFile file;

  /** The regions of each entry, as the record has them. */
  private final Map<Entry, List<String>> regions = new LinkedHashMap<>();

  private final Map<String, Optional<Entry>> byType = new HashMap<>();

  /** The named classes that are woven. */
  private final Set<String> woven = new HashSet<>();

  /** Doubts in sentences, each once. */
  private final Set<String> remarks = new LinkedHashSet<>();

  /** With the loader of the server's classes. */
  public MonitorRegions(List<Entry> entries, ClassLoader loader) {
    this.entries = entries;
    this.file = Rewriting.in(loader);
    entries.forEach(entry -> regions.put(entry, new ArrayList<>()));
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /**
   * Turns the monitors of a class into regions.
   *
   * @param name with dots
   * @return the class file; the same where nothing is changed
   * @throws WeaveException if the class cannot be changed
   */
  public byte[] cut(String name, byte[] bytes) {
    Entry entry = entryOf(name);
    if (entry == null) {
      return bytes;
    }
    woven.add(name);
    ClassModel model = file.parse(bytes);
    List<String> found = sites(entry, model);
    regions.get(entry).addAll(found);
    return found.isEmpty() || entry.isMonitor()
        ? bytes
        : new MonitorCut(entry.aspect).cut(file, model);
  }

  /** The first entry that names a class; null for none. */
  private Entry entryOf(String type) {
    return byType
        .computeIfAbsent(
            type, name -> entries.stream().filter(entry -> entry.names(name)).findFirst())
        .orElse(null);
  }

  private static List<String> sites(Entry entry, ClassModel model) {
    List<String> found = new ArrayList<>();
    Program program = new Program(List.of(model));
    for (MethodModel method : model.methods()) {
      Procedure procedure = new Procedure(program, model, method);
      if (!procedure.mayLock() || !Lock.isUsedIn(procedure)) {
        continue;
      }
      requireStructure(entry, model, procedure);
      for (Lock lock : Lock.in(procedure)) {
        String site = AjcNames.site(model, method, lock.line());
        found.add("  region " + site + " " + lock.object().replace("an object of ", ""));
      }
    }
    return found;
  }

  private static void requireStructure(Entry entry, ClassModel model, Procedure procedure) {
    if (procedure.is(AccessFlag.NATIVE)) {
      throw mistake(entry, procedure, 0, "is native, so its monitor cannot be taken out");
    }
    if (!procedure.body().isReadable() || model.majorVersion() < CLASS_CONSTANTS) {
      throw mistake(entry, procedure, 0, "was compiled for a Java before 5");
    }
    if (procedure.isSynchronized() && isSerializedByShape(model, procedure)) {
      throw mistake(
          entry,
          procedure,
          0,
          "is synchronized in a class without serialVersionUID, whose number would change");
    }
    OptionalInt breach = LockStructure.breach(procedure);
    if (breach.isPresent()) {
      throw mistake(
          entry,
          procedure,
          procedure.body().line(breach.getAsInt()),
          "does not give back each monitor on each way, the last taken first");
    }
  }

  /** The computed number of a serializable class depends on the modifiers of its methods. */
  private static boolean isSerializedByShape(ClassModel model, Procedure procedure) {
    return !procedure.is(AccessFlag.PRIVATE)
        && model.interfaces().stream()
            .anyMatch(each -> each.asInternalName().equals("java/io/Serializable"))
        && model.fields().stream()
            .noneMatch(field -> field.fieldName().equalsString("serialVersionUID"));
  }

  private static WeaveException mistake(Entry entry, Procedure in, int line, String what) {
    return new WeaveException(
        entry.place
            + ".monitors: "
            + Lock.place(in, line)
            + " "
            + what
            + "; leave "
            + Lock.written(in.owner())
            + " out");
  }

  /**
   * Makes sure that each pattern means a class with monitors, and that no monitor is used elsewhere
   * as far as this can be told.
   *
   * @param all the class files of the server and its libraries, before any change
   * @throws WeaveException naming the first mistake
   */
  public void require(Collection<byte[]> all) {
    Program program = new Program(all.stream().map(file::parse).toList());
    for (Entry entry : entries) {
      for (String pattern : entry.patterns) {
        if (regions.get(entry).stream().noneMatch(region -> isOf(pattern, region))) {
          throw new WeaveException(
              entry.place
                  + ".monitors: no woven class with a synchronized method or block is "
                  + pattern
                  + "; write com.acme.Queue, or com.acme..*, and have the class woven (weave:)");
        }
      }
      requireOwn(entry, program);
    }
  }

  private static boolean isOf(String pattern, String region) {
    String site = region.strip().split(" ", 3)[1];
    return Entry.names(pattern, site.substring(0, site.lastIndexOf('.', site.indexOf('('))));
  }

  private void requireOwn(Entry entry, Program program) {
    SharedLocks shared =
        new SharedLocks(program, type -> isNamed(entry.policy, Lock.written(type)));
    for (Procedure procedure : program.procedures()) {
      String type = Lock.written(procedure.owner());
      if (entry.equals(entryOf(type))) {
        for (Lock lock : Lock.in(procedure)) {
          if (!woven.contains(type)) {
            throw mistake(entry, procedure, lock.line(), "is not woven (weave:)");
          }
          shared
              .shares(lock)
              .ifPresent(
                  sentence -> {
                    throw new WeaveException(entry.place + ".monitors: " + sentence);
                  });
          shared.ofThread(lock).ifPresent(doubt -> remark(entry, doubt));
        }
      }
    }
    shared.untold().ifPresent(doubt -> remark(entry, doubt));
  }

  private void remark(Entry entry, String doubt) {
    if (!entry.isMonitor()) {
      remarks.add(entry.place + ".monitors: " + doubt);
    }
  }

  /** Whether an entry with the policy names a class. */
  private boolean isNamed(String policy, String type) {
    Entry entry = entryOf(type);
    return entry != null && entry.policy.equals(policy);
  }

  /** The lines of the record. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    regions.forEach(
        (entry, found) -> {
          lines.add("regions " + entry.aspect);
          lines.add("  monitors " + entry.policy);
          lines.addAll(found);
        });
    remarks.forEach(remark -> lines.add(REMARK + remark));
    return lines;
  }
}
