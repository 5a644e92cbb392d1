package cal.agent.load;

import cal.core.spi.ConfigurationException;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Gives each class that was woven ahead of {@code main} to the JVM when it is loaded, and weaves
 * there what was not, or is no longer the class that was: classes that only adoption concerns, and
 * those that another agent has changed. Thread-safe.
 */
final class Loading implements ClassFileTransformer {
  private final ClassLoader loader;
  private final Scope scope;

  /** Null where more than the library's aspects may capture something. */
  private final CallPrefilter prefilter;

  private final Map<String, Woven> ready;
  private final Supplier<Weaver> weavers;
  private final WeavingCache cache;

  /** Made when it is needed: where all is kept, AspectJ is never loaded. */
  private Weaver weaver;

  /**
   * Hands out a weaving.
   *
   * @param loader whose classes are woven
   * @param weavers makes a weaver whose aspects are defined; asked once
   * @param cache takes what is woven from now on
   */
  Loading(Weaving weaving, ClassLoader loader, Supplier<Weaver> weavers, WeavingCache cache) {
    this.loader = loader;
    this.scope = Scope.of(weaving.scope(), "what is woven");
    this.prefilter = weaving.adoptsOnly() ? new CallPrefilter(loader) : null;
    this.ready = new ConcurrentHashMap<>(weaving.classes());
    this.weavers = weavers;
    this.cache = cache;
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
      Woven known = ready.remove(name);
      if (known == null && prefilter != null && !prefilter.any(bytes)) {
        return null;
      }
      Woven woven = known != null && known.isOf(bytes) ? known : weave(name, bytes);
      Woven.define(woven.generated(), loader, domain);
      return woven.bytes();
    } catch (ConfigurationException mistake) {
      throw Exit.with(mistake.getMessage());
    } catch (RuntimeException | Error failure) {
      throw Exit.with(name + " cannot be woven: " + failure);
    }
  }

  private synchronized Woven weave(String name, byte[] bytes) {
    if (weaver == null) {
      weaver = weavers.get();
    }
    Woven woven = weaver.weave(name, bytes);
    cache.add(woven);
    return woven;
  }
}
