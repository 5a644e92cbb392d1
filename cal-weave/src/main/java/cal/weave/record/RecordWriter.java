package cal.weave.record;

import cal.weave.support.AspectNames;
import cal.weave.support.Nearest;
import cal.weave.support.WeaveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Writes the weaver's record of woven classes, and fails where an aspect matched nothing: for each
 * binding, and for each aspect of critical regions, its pointcuts and their join points; and
 * whether the classes use {@code wait} and {@code notify}. Weaver lints are no substitute: lints
 * name the library's advice, not the binding.
 */
public final class RecordWriter {
  /** Where the record stands in an artifact. */
  public static final String RESOURCE = "META-INF/cal/captures";

  /** The library's pointcuts, overridden by servers. */
  private static final Map<String, JoinPoint.Form> FORMS =
      Map.of(
          "captureOnInvocation",
          JoinPoint.Form.SPAWN,
          "captureOnInstantiation",
          JoinPoint.Form.INSTANTIATION,
          "captureHandOff",
          JoinPoint.Form.HANDOFF,
          "cancelCall",
          JoinPoint.Form.CANCEL,
          DeclaredAspect.REGION,
          JoinPoint.Form.REGION,
          DeclaredAspect.SHARED_REGION,
          JoinPoint.Form.SHARED_REGION,
          DeclaredAspect.CLASS_REGION,
          JoinPoint.Form.CLASS_REGION);

  private RecordWriter() {}

  /**
   * Scans a folder of woven classes and writes its record there.
   *
   * @param folder the root of the class files
   * @throws WeaveException if there is no binding, or a pointcut that matched nothing
   * @throws IOException if the folder cannot be read or written
   */
  public static void write(Path folder) throws IOException {
    write(folder, List.of());
  }

  /**
   * The same.
   *
   * @param more lines about the classes as they were changed before the weaving
   */
  public static void write(Path folder, List<String> more) throws IOException {
    WovenClasses classes = WovenClasses.read(folder);
    if (classes.bindings().isEmpty()) {
      throw new WeaveException(
          "no binding (a concrete aspect that extends ActivityCapture) is in "
              + folder
              + "; compile one with ajc into it");
    }
    Path record = folder.resolve(RESOURCE);
    Files.createDirectories(record.getParent());
    List<String> lines = lines(classes, () -> classes);
    lines.addAll(more);
    Files.write(record, lines);
  }

  /**
   * The record of woven classes.
   *
   * @param seen the classes whose methods are hinted at
   * @throws WeaveException if a pointcut has matched nothing
   */
  public static List<String> lines(WovenClasses classes, Supplier<WovenClasses> seen) {
    List<String> lines = new ArrayList<>();
    Readers readers = new Readers(() -> seen.get().program());
    for (LibraryAspects.Binding binding : classes.bindings().values()) {
      requireCaptures(binding, classes, seen);
      lines.add("binding " + binding.name() + " " + AspectNames.stage(binding.name()));
      add(binding, classes, lines);
    }
    for (LibraryAspects.Binding regions : classes.regions().values()) {
      if (regions.members().containsKey(DeclaredAspect.MONITORS)) {
        continue; // recorded where the monitors are turned into regions
      }
      requireRegions(regions, classes, seen, readers);
      lines.add("regions " + regions.name());
      readers.effect(regions).ifPresent(effect -> lines.add("  effect " + effect));
      add(regions, classes, lines);
    }
    lines.add("conditions " + (classes.conditions() ? "some" : "none"));
    return lines;
  }

  private static void add(
      LibraryAspects.Binding binding, WovenClasses classes, List<String> lines) {
    lines.addAll(classes.members(binding));
    binding.pointcuts().forEach((name, text) -> lines.add("  pointcut " + name + " " + text));
    binding.matches().forEach(match -> lines.add("  " + match.point()));
  }

  /** Regions without exclusion would be noticed by wrong answers only. */
  private static void requireRegions(
      LibraryAspects.Binding regions,
      WovenClasses woven,
      Supplier<WovenClasses> seen,
      Readers readers) {
    if (regions.pointcuts().isEmpty()) {
      throw new WeaveException(
          "regions "
              + regions.name()
              + " has no pointcut; override criticalRegion or criticalClassRegion");
    }
    readers.requireKey(regions);
    requireMatches("regions ", regions, woven, seen);
  }

  private static void requireCaptures(
      LibraryAspects.Binding binding, WovenClasses woven, Supplier<WovenClasses> seen) {
    if (binding.pointcuts().isEmpty()) {
      throw new WeaveException(
          "binding "
              + binding.name()
              + " has no pointcut; override captureOnInvocation,"
              + " captureOnInstantiation or captureHandOff");
    }
    requireMatches("binding ", binding, woven, seen);
  }

  /** Every operand of a pointcut counts for itself: a matching operand would hide the others. */
  private static void requireMatches(
      String kind, LibraryAspects.Binding aspect, WovenClasses woven, Supplier<WovenClasses> seen) {
    aspect
        .pointcuts()
        .forEach(
            (name, text) -> {
              JoinPoint.Form form = formOf(kind + aspect.name(), name);
              List<Match> matches =
                  aspect.matches().stream().filter(each -> each.point().form() == form).toList();
              woven
                  .unmatched(text, matches)
                  .ifPresent(
                      operand -> {
                        throw new WeaveException(
                            Unmatched.sentence(kind, aspect, name, operand, seen.get()));
                      });
              if (matches.isEmpty()) { // it was not understood
                throw new WeaveException(
                    Unmatched.sentence(
                        kind, aspect, name, new Pointcut.Designator("", text), seen.get()));
              }
            });
  }

  /** A misspelt pointcut overrides none, and would capture nothing. */
  private static JoinPoint.Form formOf(String aspect, String pointcut) {
    JoinPoint.Form form = FORMS.get(pointcut);
    if (form == null) {
      throw new WeaveException(
          aspect
              + ": pointcut "
              + pointcut
              + " overrides none of the library; did you mean "
              + Nearest.to(pointcut, FORMS.keySet())
              + "?");
    }
    return form;
  }

  /** The class files below a folder. */
  static List<Path> classFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".class")).sorted().toList();
    }
  }
}
