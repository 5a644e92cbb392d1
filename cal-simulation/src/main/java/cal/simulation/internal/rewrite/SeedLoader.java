package cal.simulation.internal.rewrite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Loads the program anew for a seed, so that its static state is new: all classes of the class path
 * but those of test libraries. Rewritten bytes are kept for the next seed.
 */
public final class SeedLoader extends ClassLoader {
  private static final List<String> SHARED =
      List.of(
          "cal.simulation.",
          "org.junit.",
          "org.opentest4j.",
          "org.assertj.",
          "org.apiguardian.",
          "org.hamcrest.");

  private static final Map<String, byte[]> WRITTEN = new ConcurrentHashMap<>();
  private static final byte[] NONE = {};

  /** The classes of all seeds so far. */
  private static final Set<String> DEFINED = ConcurrentHashMap.newKeySet();

  private final Rewriting rewriting;

  /** A loader above the class path. */
  public SeedLoader(Rewriting rewriting, ClassLoader classPath) {
    super("seed", classPath);
    this.rewriting = rewriting;
  }

  /**
   * Loads what earlier seeds have loaded. The JVM keeps a thread for ever that loads a class for an
   * agent and does not end, and with it all of its seed; so threads of a run load few classes.
   */
  public SeedLoader loadKnown() {
    try {
      for (String name : DEFINED) {
        loadClass(name);
      }
    } catch (ClassNotFoundException gone) {
      throw new IllegalStateException(gone);
    }
    return this;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (Rewriting.startsWith(name, SHARED)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      byte[] bytes = WRITTEN.computeIfAbsent(name, this::read);
      if (bytes == NONE) {
        return super.loadClass(name, resolve);
      }
      DEFINED.add(name);
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  private byte[] read(String name) {
    String file = name.replace('.', '/');
    URL found = getParent().getResource(file + ".class");
    if (found == null || found.getProtocol().equals("jrt")) { // the JDK's
      return NONE;
    }
    try (InputStream in = found.openStream()) {
      byte[] bytes = in.readAllBytes();
      byte[] written = rewriting.rewritten(file, bytes, false);
      return written == null ? bytes : written;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
