package cal.weave.loop;

import cal.weave.code.Procedure;
import cal.weave.code.Program;
import cal.weave.support.Nearest;
import cal.weave.support.WeaveException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** All loops that a file cuts. For a single thread. */
public final class Loops {
  /** Before a line of the record for people: how a loop is cut. */
  public static final String CUT = "cut ";

  /** So many methods help. */
  private static final int MOST = 8;

  /** A procedure that is cut. */
  private record Cut(LoopCut by, Procedure procedure, List<Suspension> suspensions) {
    /** As the record has a method. */
    String site() {
      return procedure.owner().replace('/', '.') + "." + procedure.name().name();
    }
  }

  private final List<LoopCut> cuts;
  private final ClassLoader loader;
  private final Set<LoopCut> found = new HashSet<>();

  /** By class, since a class may be seen twice. */
  private final Map<String, List<Cut>> made = new LinkedHashMap<>();

  /** With the loader of the server's classes. */
  public Loops(List<LoopCut> cuts, ClassLoader loader) {
    this.cuts = cuts;
    this.loader = loader;
  }

  public boolean isEmpty() {
    return cuts.isEmpty();
  }

  /**
   * Cuts the loops of a class. A class that is cut already stays as it is.
   *
   * @param name with dots or slashes
   * @return the class file; the same where nothing is cut
   * @throws WeaveException if a loop cannot be cut
   */
  public byte[] cut(String name, byte[] bytes) {
    byte[] after = bytes;
    List<Cut> all = new ArrayList<>();
    for (LoopCut cut : cuts) {
      if (!cut.loop().isOf(name)) {
        continue;
      }
      byte[] result = cut.cut(after, loader, (at, places) -> all.add(new Cut(cut, at, places)));
      after = result == null ? after : result;
      if (result != null || cut.isIn(ClassFile.of().parse(bytes))) {
        found.add(cut);
      }
    }
    if (!all.isEmpty()) {
      made.put(name, all);
    }
    return after;
  }

  /**
   * Makes sure that each loop was found, and that no caller of a loop waits for its end.
   *
   * @param woven the class files to weave, before any change
   * @param regions of the file, none of which may be around a loop
   * @throws WeaveException naming another
   */
  public void require(Collection<byte[]> woven, List<Region> regions) {
    if (isEmpty()) {
      return; // each start of a server comes here, and most cut no loop
    }
    List<LoopCut> missing = new ArrayList<>(cuts);
    missing.removeAll(found);
    List<ClassModel> models = woven.stream().map(each -> ClassFile.of().parse(each)).toList();
    if (!missing.isEmpty()) {
      LoopCut first = missing.getFirst();
      throw new WeaveException(
          first.place()
              + ".loop: "
              + first.loop()
              + " is a method of no class that is woven; "
              + meant(first, models));
    }
    if (!made.isEmpty()) {
      Callers callers = new Callers(new Program(models), regions);
      made.values().forEach(all -> all.forEach(each -> callers.require(each.by, each.procedure)));
    }
  }

  /** The loops that may be meant in place of a loop that no class has. */
  private static String meant(LoopCut cut, List<ClassModel> models) {
    for (ClassModel model : models) {
      String name = model.thisClass().asInternalName().replace('/', '.');
      if (cut.loop().isOf(name)) {
        return name
            + " has "
            + model.methods().stream()
                .filter(each -> !each.flags().has(AccessFlag.SYNTHETIC))
                .limit(MOST)
                .map(
                    each ->
                        each.methodName().stringValue()
                            + each.methodTypeSymbol().displayDescriptor())
                .collect(Collectors.joining(", "));
      }
    }
    List<String> names =
        models.stream().map(each -> each.thisClass().asInternalName().replace('/', '.')).toList();
    return (names.isEmpty()
            ? ""
            : "the nearest class is " + Nearest.to(cut.loop().type(), names) + "; ")
        + "name its class in full, and have that class woven (weave:, or weaveDependencies of a"
        + " build)";
  }

  /**
   * Makes sure that no region of an aspect is around a loop.
   *
   * @param record the lines of the record
   * @throws WeaveException naming such a region
   */
  public void requireNoRegion(List<String> record) {
    String regions = "";
    for (String line : record) {
      String[] words = line.strip().split(" ", 3);
      regions = words[0].equals("regions") ? words[1] : regions;
      if (words[0].matches("(class-)?region")) {
        String method = words[1].replaceFirst("\\(.*", "").replaceFirst("\\$step(\\$.*)?$", "");
        for (Cut cut : all()) {
          if (cut.site().equals(method)) {
            throw cut.by.wrongLoop(
                cut.procedure,
                0,
                "is a critical region of "
                    + regions
                    + ", which is left after each step; make regions of the methods that the loop"
                    + " calls");
          }
        }
      }
    }
  }

  /**
   * The variable of a type at each place where a step ends; empty if none, or several, have the
   * type.
   *
   * @param type with dots
   */
  public Optional<String> variable(String type) {
    List<String> names = null;
    for (Suspension each : all().stream().flatMap(cut -> cut.suspensions.stream()).toList()) {
      List<String> here =
          each.all().stream()
              .filter(one -> one.type().equals(ClassDesc.of(type)) && !one.written().isEmpty())
              .map(Variable::name)
              .toList();
      if (here.size() != 1 || (names != null && !names.equals(here))) {
        return Optional.empty();
      }
      names = here;
    }
    return names == null ? Optional.empty() : Optional.of(names.getFirst());
  }

  private List<Cut> all() {
    return made.values().stream().flatMap(List::stream).toList();
  }

  /** The lines of the record, a loop each. */
  public List<String> lines() {
    return all().stream().map(cut -> CUT + cut.by.aspect() + " " + sentence(cut)).toList();
  }

  private static String sentence(Cut cut) {
    int[] lines = new Places(cut.by, cut.procedure).lines(cut.suspensions);
    String steps =
        cut.suspensions.stream()
            .map(each -> each.call().callee() + line(each) + " and keeps " + kept(each.variables()))
            .distinct()
            .collect(Collectors.joining(", or with "));
    return cut.procedure
        + (lines[0] == 0 ? "" : ", lines " + lines[0] + " to " + lines[1])
        + ": a step begins with "
        + steps;
  }

  private static String line(Suspension each) {
    int line = each.call().caller().body().line(each.call().at());
    return line == 0 ? "" : " (line " + line + ")";
  }

  private static String kept(List<Variable> variables) {
    return variables.isEmpty()
        ? "no variable"
        : variables.stream().map(Variable::toString).collect(Collectors.joining(", "));
  }
}
