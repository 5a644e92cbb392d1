package cal.schedules;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Has classes of its own of the library and of its stress tests, some of them twins. A test that
 * spins does so without {@code Thread.yield}, which Fray takes for a step that nobody races with.
 */
final class TwinLoader extends ClassLoader {
  private static final AtomicInteger MADE = new AtomicInteger();

  private final List<Twin> twins;

  /** Fray keeps what it instruments by this place: no two loaders have the same. */
  private final ProtectionDomain domain;

  TwinLoader(List<Twin> twins) {
    super(TwinLoader.class.getClassLoader());
    this.twins = twins;
    try {
      CodeSource place =
          new CodeSource(
              URI.create("file:/twin/" + MADE.incrementAndGet()).toURL(), (Certificate[]) null);
      this.domain = new ProtectionDomain(place, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("cal.") || name.startsWith("cal.schedules.")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> found = findLoadedClass(name);
      return found == null ? define(name) : found;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + ".class";
    try (InputStream in = getResourceAsStream(file)) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      if (name.contains("Stress")) {
        bytes = new Twin(name, "", "yield", 0).of(bytes);
      }
      for (Twin twin : twins) {
        bytes = twin.type().equals(name) ? twin.of(bytes) : bytes;
      }
      return defineClass(name, bytes, 0, bytes.length, domain);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
