package cal.agent.weaving;

import cal.agent.binding.CallPrefilter;
import cal.agent.binding.Frameworks;
import cal.core.spi.ConfigurationException;
import cal.weave.support.Scope;
import cal.weave.support.WeaveException;
import java.lang.instrument.ClassFileTransformer;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * Gives each class woven ahead of {@code main} to the JVM at loading, and weaves other classes
 * there: classes of adoption alone, and classes changed by another agent. Thread-safe.
 *
 * <p>Class loaders below the system's have their classes woven as well, if they find the aspects
 * there. A binding with a capture in a class woven later ends the process, since no record has the
 * capture.
 */
public final class Loading implements ClassFileTransformer {
  private final ClassLoader system;
  private final Scope scope;
  private final WovenServer weaving;
  private final Map<String, List<Woven>> ready = new ConcurrentHashMap<>();

  /** The lookups of each weaver of earlier starts. */
  private final Map<String, Map<String, Long>> lookups = new HashMap<>();

  private final Function<ClassLoader, Weaver> weavers;
  private final WeavingCache cache;

  /** The bindings, as named in class files. */
  private final List<String> bindings;

  private final Set<String> withoutMonitors;

  /** For the life of the process: few loaders have classes of the scope. */
  private final Map<ClassLoader, Child> loaders = new ConcurrentHashMap<>();

  /**
   * Hands out a weaving.
   *
   * @param system the class loader whose classes were woven
   * @param first the weaver of its classes; null for classes of an earlier start
   * @param weavers makes another, with defined aspects, for a class loader
   * @param cache takes classes woven from now on
   */
  public Loading(
      WovenServer weaving,
      ClassLoader system,
      Weaver first,
      Function<ClassLoader, Weaver> weavers,
      WeavingCache cache) {
    this.system = system;
    this.scope = Scope.of(weaving.scope(), "what is woven");
    this.weaving = weaving;
    this.weavers = weavers;
    this.cache = cache;
    this.bindings =
        weaving.record().stream()
            .filter(line -> line.startsWith("binding "))
            .map(line -> line.split(" ", 3)[1].replace('.', '/'))
            .toList();
    this.withoutMonitors = weaving.withoutMonitors();
    for (Woven one : weaving.classes()) {
      ready.computeIfAbsent(one.name(), name -> new CopyOnWriteArrayList<>()).add(one);
      Lookups more = one.lookups();
      lookups.computeIfAbsent(more.weaver(), weaver -> new HashMap<>()).putAll(more.found());
    }
    loaders.put(system, new Child(system, first));
  }

  @Override
  public byte[] transform(
      ClassLoader of, String internal, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
    if (of == null || internal == null || redefined != null) {
      return null;
    }
    String name = internal.replace('/', '.');
    if (!scope.includes(name) || !seesAspects(of)) {
      return null;
    }
    try {
      return loaders.computeIfAbsent(of, one -> new Child(one, null)).load(name, bytes, domain);
    } catch (ConfigurationException | WeaveException mistake) {
      throw end(mistake.getMessage());
    } catch (RuntimeException | Error failure) {
      throw end(name + " cannot be woven: " + failure);
    }
  }

  /** Nothing of a failed start is kept. */
  private Error end(String sentence) {
    cache.forget();
    return Exit.with(sentence);
  }

  /** Whether a class loader asks the system's, directly or not. */
  private boolean seesAspects(ClassLoader loader) {
    ClassLoader parent = loader;
    while (parent != null && parent != system) {
      parent = parent.getParent();
    }
    return parent == system;
  }

  /** Weaves the classes of a loader. Thread-safe. */
  private final class Child {
    private final ClassLoader loader;

    /** Null where more than the library's aspects may capture something. */
    private final CallPrefilter prefilter;

    /** Classes made by weaving, loaded unchanged. */
    private final Set<String> made = ConcurrentHashMap.newKeySet();

    /** Loaded again after a failed attempt, a class needs the same made classes. */
    private final Map<String, Woven> given = new ConcurrentHashMap<>();

    /** A lock for each class: not every loader has locks. */
    private final Map<String, Object> locks = new ConcurrentHashMap<>();

    /** The weavers of earlier starts with the same lookups as this loader. */
    private final Map<String, Boolean> verdicts = new ConcurrentHashMap<>();

    /** Made on demand: with all classes kept, AspectJ is never loaded. */
    private Weaver weaver;

    Child(ClassLoader loader, Weaver weaver) {
      this.loader = loader;
      this.weaver = weaver;
      this.prefilter = weaving.adoptsOnly() ? new CallPrefilter(loader) : null;
    }

    /** The class file to load; null for an unchanged class. */
    byte[] load(String name, byte[] bytes, ProtectionDomain domain) {
      if (made.contains(name)) {
        return null;
      }
      synchronized (locks.computeIfAbsent(name, one -> new Object())) {
        Woven before = given.get(name);
        return before != null && before.isOf(bytes)
            ? before.bytes()
            : loadFirst(name, bytes, domain);
      }
    }

    private byte[] loadFirst(String name, byte[] bytes, ProtectionDomain domain) {
      Woven kept = take(name, bytes);
      if (kept == null && prefilter != null && !mayBeAdvised(name, bytes)) {
        return null;
      }
      Woven woven = kept == null ? weave(name, bytes) : kept;
      woven.generated().forEach(one -> made.add(one.name()));
      Woven.define(woven.generated(), loader, domain);
      if (!woven.generated().isEmpty()) {
        given.put(name, woven);
      }
      if (kept == null) {
        cache.add(woven);
      }
      return woven.bytes();
    }

    /** The weaving of the same bytes among the same types; handed out once. */
    private Woven take(String name, byte[] bytes) {
      List<Woven> all = ready.getOrDefault(name, List.of());
      return all.stream()
          .filter(one -> one.isOf(bytes) && finds(one.lookups().weaver()))
          .findFirst()
          .filter(all::remove)
          .orElse(null);
    }

    private boolean finds(String weaver) {
      if (weaver.isEmpty() || loader == system) {
        return weaver.isEmpty() && loader == system;
      }
      Boolean verdict = verdicts.get(weaver);
      if (verdict == null) {
        verdicts.put(weaver, false); // for classes that the loader itself needs to answer
        verdict = Lookups.hold(lookups.get(weaver), loader);
        verdicts.put(weaver, verdict);
      }
      return verdict;
    }

    private boolean mayBeAdvised(String name, byte[] bytes) {
      return !Frameworks.hasEventLoops(name) && prefilter.any(bytes);
    }

    /** A class changed by another agent was woven already: a weaver weaves each class once. */
    private synchronized Woven weave(String name, byte[] bytes) {
      if (weaver == null || weaver.hasWoven(name)) {
        weaver = weavers.apply(loader);
      }
      if (withoutMonitors.contains(name)) {
        throw new ConfigurationException(
            name
                + ", whose monitors are critical regions, is changed by another agent, or loaded by"
                + " another class loader, and keeps its monitors; leave it out of monitors:");
      }
      Woven woven = weaver.weave(name, bytes);
      if (loader != system) {
        requireRecorded(woven);
      }
      return woven;
    }

    private void requireRecorded(Woven woven) {
      if (woven.bytes() == null || bindings.isEmpty()) {
        return;
      }
      String constants = new String(woven.bytes(), StandardCharsets.ISO_8859_1);
      for (String binding : bindings) {
        if (constants.contains(binding)) {
          throw new ConfigurationException(
              woven.name()
                  + ", in which "
                  + binding.replace('/', '.')
                  + " captures something, is loaded by "
                  + loader.getClass().getName()
                  + " and was not woven ahead of main, so no record has it; put it on the class"
                  + " path");
        }
      }
    }
  }
}
