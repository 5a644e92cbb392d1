package cal.agent.weaving;

import cal.agent.binding.Bindings;
import cal.agent.path.ClassPath;
import cal.core.internal.start.LoadTime;
import cal.core.spi.ConfigurationException;
import cal.weave.record.Cuts;
import cal.weave.record.RecordWriter;
import cal.weave.record.WovenClasses;
import cal.weave.support.ServerClasses;
import cal.weave.support.WeaveException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Weaves all classes in which bindings may capture something, before {@code main}. Stateless. */
public final class PreMainWeaver {
  /** Attributes left by ajc in the constants of a class file. */
  private static final String WOVEN = "org.aspectj.weaver.WeaverState";

  private static final String ASPECT = "org.aspectj.weaver.Aspect";

  private PreMainWeaver() {}

  /** The classes woven ahead, and their weaver. */
  public record Result(WovenServer weaving, Weaver weaver, Map<String, byte[]> changed, int seen) {}

  /**
   * Weaves.
   *
   * @param settings of the file of bindings
   * @throws ConfigurationException if a class was woven before, a pattern means no class, or a
   *     pointcut matches nothing
   */
  public static Result weave(
      Bindings bindings, Map<String, String> settings, ClassPath classPath, ClassLoader loader)
      throws IOException {
    Bindings.requireUnwoven(classPath);
    Map<String, byte[]> classes = classPath.classes(bindings.scope()::includes);
    requireNotNested(bindings, classPath, classes.isEmpty());
    bindings
        .scope()
        .requireMatches(
            classes.isEmpty() ? classPath.names() : classes.keySet(), bindings.origin());
    Cuts cuts = new Cuts(bindings.declared(), aspect -> LoadTime.policy(aspect, loader), loader);
    Weaver weaver = Weaver.of(loader, bindings.definition(), classPath);
    List<Woven.Generated> made = weaver.takeGenerated();
    List<Woven> woven = new ArrayList<>();
    Map<String, byte[]> changed = new LinkedHashMap<>();
    for (Map.Entry<String, byte[]> one : classes.entrySet()) {
      if (isAspect(one.getKey(), one.getValue(), bindings)) {
        continue;
      }
      byte[] cut = cuts.cut(one.getKey(), one.getValue());
      Woven result = weaver.weave(one.getKey(), one.getValue(), cut);
      woven.add(result);
      if (result.bytes() != null) {
        changed.put(one.getKey(), result.bytes());
      }
    }
    List<byte[]> looked = new ArrayList<>(changed.values());
    looked.addAll(bindings.compiled().values());
    List<String> record;
    try {
      cuts.require(classes.values(), () -> servers(classPath));
      record = record(looked, classes.values(), bindings, cuts);
    } catch (WeaveException unmatched) {
      throw weaver.explained(unmatched, loader);
    }
    requireBinding(record, bindings);
    WovenServer weaving =
        new WovenServer(
            settings,
            bindings.scope().and(bindings.adopted()).patterns(),
            bindings.scope().isEmpty(),
            record,
            made,
            woven);
    return new Result(weaving, weaver, changed, classes.size());
  }

  private static Collection<byte[]> servers(ClassPath classPath) {
    try {
      return classPath.classes(ServerClasses::include).values();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The record of the woven classes, given to the library like the record of an artifact. */
  private static List<String> record(
      Collection<byte[]> woven, Collection<byte[]> seen, Bindings bindings, Cuts cuts) {
    List<String> lines = new ArrayList<>();
    bindings.adopting().forEach((aspect, scope) -> lines.add("adopts " + aspect + " " + scope));
    lines.addAll(
        RecordWriter.lines(
            WovenClasses.of(woven, bindings.declared()), () -> WovenClasses.of(seen)));
    cuts.requireNoRegion(lines);
    lines.addAll(cuts.lines());
    LoadTime.recorded(lines);
    return List.copyOf(lines);
  }

  private static void requireBinding(List<String> record, Bindings bindings) {
    boolean adopts = !bindings.adopted().isEmpty();
    if (!adopts && record.stream().noneMatch(line -> line.startsWith("binding "))) {
      throw new ConfigurationException(
          "none of the aspects "
              + String.join(", ", bindings.definition().getAspectClassNames())
              + " extends ActivityCapture, so no call would be captured; add a binding");
    }
  }

  /** For a class of another class loader no record can be made ahead. */
  private static void requireNotNested(Bindings bindings, ClassPath classPath, boolean none)
      throws IOException {
    if (none && classPath.anyClass(bindings.scope()::includes, file -> true)) {
      throw new ConfigurationException(
          "the classes of "
              + bindings.scope()
              + " ("
              + bindings.origin()
              + ") are inside an executable jar, which loads them itself, so they cannot be woven"
              + " ahead of main, and their record is missing; extract the jar by java"
              + " -Djarmode=tools -jar app.jar extract, and run app/app.jar");
    }
  }

  /** Compiled aspects were woven by ajc; aspects and their nested classes stay unchanged. */
  private static boolean isAspect(String name, byte[] bytes, Bindings bindings) {
    String constants = new String(bytes, StandardCharsets.ISO_8859_1);
    if (constants.contains(ASPECT)
        || bindings.compiled().keySet().stream().anyMatch(one -> name.startsWith(one + "$"))) {
      return true;
    }
    if (constants.contains(WOVEN)) {
      throw new ConfigurationException(
          name
              + " was woven when it was built, and must not be woven twice; put the unwoven classes"
              + " on the class path");
    }
    return false;
  }
}
