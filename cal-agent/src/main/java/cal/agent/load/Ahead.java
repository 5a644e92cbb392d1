package cal.agent.load;

import cal.core.ConfigurationException;
import cal.core.LoadTime;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Weaves all classes in which bindings may capture something before {@code main}, and gives each to
 * the JVM when it is loaded; what is adopted is woven when it is loaded. Thread-safe.
 */
final class Ahead implements ClassFileTransformer {
  /** Attributes that ajc leaves in a class file, in its constants. */
  private static final String WOVEN = "org.aspectj.weaver.WeaverState";

  private static final String ASPECT = "org.aspectj.weaver.Aspect";

  private final Weaver weaver;
  private final ClassLoader loader;
  private final Scope scope;
  private final Map<String, Weaver.Woven> waiting = new ConcurrentHashMap<>();

  private Ahead(Weaver weaver, ClassLoader loader, Scope scope) {
    this.weaver = weaver;
    this.loader = loader;
    this.scope = scope;
  }

  /** What was woven ahead, and what is known of it. */
  record Result(Ahead transformer, List<String> record, Map<String, byte[]> woven, int seen) {}

  /**
   * Weaves.
   *
   * @throws ConfigurationException if a class was woven before, a pattern means no class, or a
   *     pointcut matches nothing
   */
  static Result weave(Bindings bindings, ClassPath classPath, ClassLoader loader)
      throws IOException {
    requireUnwoven(classPath);
    Map<String, byte[]> classes = classPath.classes(bindings.scope()::includes);
    bindings
        .scope()
        .requireMatches(
            classes.isEmpty() ? classPath.names() : classes.keySet(), bindings.origin());
    Weaver weaver = Weaver.of(loader, bindings.definition());
    Ahead ahead = new Ahead(weaver, loader, bindings.scope().and(bindings.adopted()));
    Map<String, byte[]> woven = new LinkedHashMap<>();
    for (Map.Entry<String, byte[]> one : classes.entrySet()) {
      if (ahead.isAspect(one.getKey(), one.getValue(), bindings)) {
        continue;
      }
      Weaver.Woven result = weaver.weave(one.getKey(), one.getValue());
      ahead.waiting.put(one.getKey(), result);
      if (result.bytes() != null) {
        woven.put(one.getKey(), result.bytes());
      }
    }
    List<byte[]> looked = new ArrayList<>(woven.values());
    looked.addAll(bindings.compiled().values());
    List<String> record =
        LoadTime.record(looked, classes.values(), bindings.declared(), bindings.adopting());
    requireBinding(record, bindings);
    return new Result(ahead, record, woven, classes.size());
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

  private static void requireUnwoven(ClassPath classPath) throws IOException {
    for (Path entry : classPath.all("META-INF/cal/captures").keySet()) {
      throw new ConfigurationException(
          entry
              + " was woven when it was built, and must not be woven twice; start it without the"
              + " agent, or put the unwoven jar on the class path");
    }
  }

  /** ajc has woven aspects when it compiled them; they, and what is nested in them, stay so. */
  private boolean isAspect(String name, byte[] bytes, Bindings bindings) {
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

  @Override
  public byte[] transform(
      ClassLoader of, String internal, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
    if (of != loader || internal == null || redefined != null) {
      return null;
    }
    String name = internal.replace('/', '.');
    if (!scope.includes(name)) {
      return null;
    }
    try {
      Weaver.Woven ready = waiting.remove(name);
      Weaver.Woven woven = ready != null && ready.isOf(bytes) ? ready : weaveNow(name, bytes);
      weaver.prepare(woven, domain);
      return woven.bytes();
    } catch (ConfigurationException mistake) {
      throw Exit.with(mistake.getMessage());
    } catch (RuntimeException | Error failure) {
      throw Exit.with(name + " cannot be woven: " + failure);
    }
  }

  private Weaver.Woven weaveNow(String name, byte[] bytes) {
    synchronized (weaver) {
      return weaver.weave(name, bytes);
    }
  }
}
