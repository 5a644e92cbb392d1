package cal.simulation.internal.rewrite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
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

  private static final Map<String, Written> WRITTEN = new ConcurrentHashMap<>();
  private static final Written NONE = new Written(new byte[0], null);

  /** A class, and the place that it is from. */
  private static final class Written {
    final byte[] bytes;
    final ProtectionDomain domain;

    Written(byte[] bytes, ProtectionDomain domain) {
      this.bytes = bytes;
      this.domain = domain;
    }
  }

  private static final Map<String, ProtectionDomain> DOMAINS = new ConcurrentHashMap<>();

  private final Rewriting rewriting;
  private final Set<String> known;

  /**
   * A loader above the class path.
   *
   * @param known the classes that loaders of the same program have loaded, of all seeds so far;
   *     from any thread
   */
  public SeedLoader(Rewriting rewriting, ClassLoader classPath, Set<String> known) {
    super("seed", classPath);
    this.rewriting = rewriting;
    this.known = known;
  }

  /**
   * Loads what earlier seeds have loaded. The JVM keeps a thread for ever that loads a class for an
   * agent and does not end, and with it all of its seed; so threads of a run load few classes.
   */
  public SeedLoader loadKnown() {
    try {
      for (String name : known) {
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
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      Written written = WRITTEN.computeIfAbsent(name, this::read);
      if (written == NONE) {
        return super.loadClass(name, resolve);
      }
      Class<?> defined = defineClass(name, written.bytes, 0, written.bytes.length, written.domain);
      known.add(name);
      return defined;
    }
  }

  private Written read(String name) {
    String file = name.replace('.', '/') + ".class";
    URL found = getParent().getResource(file);
    if (found == null || found.getProtocol().equals("jrt")) { // the JDK's
      return NONE;
    }
    try (InputStream in = found.openStream()) {
      byte[] bytes = in.readAllBytes();
      byte[] written = rewriting.rewritten(name.replace('.', '/'), bytes, false);
      return new Written(written == null ? bytes : written, domain(found, file));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Names the jar or the folder, as programs ask where they lie. */
  private static ProtectionDomain domain(URL found, String file) throws IOException {
    String folder = found.toString().substring(0, found.toString().length() - file.length());
    URL place =
        found.openConnection() instanceof JarURLConnection jar
            ? jar.getJarFileURL()
            : URI.create(folder).toURL();
    return DOMAINS.computeIfAbsent(
        place.toString(),
        same -> new ProtectionDomain(new CodeSource(place, (Certificate[]) null), null));
  }
}
