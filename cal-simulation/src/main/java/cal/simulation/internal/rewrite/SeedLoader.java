package cal.simulation.internal.rewrite;

import cal.simulation.internal.jdk.ClassCaches;
import cal.simulation.seam.Initialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Loads the program for a seed, so that its static state is new: all classes of the class path but
 * those of test libraries. A renewable loader serves one seed after the other: each class begins
 * anew. Rewritten bytes are kept for the next loader.
 */
public final class SeedLoader extends ClassLoader implements Initialization {
  private static final Map<String, Written> WRITTEN = new ConcurrentHashMap<>();
  private static final Map<String, Written> RENEWABLE = new ConcurrentHashMap<>();
  private static final Written NONE = new Written(new byte[0], null, false, false);

  /** A class, and the place that it is from. */
  private static final class Written {
    final byte[] bytes;
    final ProtectionDomain domain;
    final boolean anew;
    final boolean remade;

    Written(byte[] bytes, ProtectionDomain domain, boolean anew, boolean remade) {
      this.bytes = bytes;
      this.domain = domain;
      this.anew = anew;
      this.remade = remade;
    }
  }

  private static final Map<String, ProtectionDomain> DOMAINS = new ConcurrentHashMap<>();

  private final Rewriting rewriting;
  private final Set<String> known;
  private final boolean renewable;

  /** The classes with static state; of them those that a seed has begun to initialize. */
  private final Map<String, Class<?>> stateful = new ConcurrentHashMap<>();

  private Map<String, Progress> begun = new LinkedHashMap<>();

  /** Whether a constant of an enum is made anew, which the JDK would keep. */
  private volatile boolean remade;

  private volatile boolean spoiled;

  /** How far a class is initialized. */
  private static final class Progress {
    final Thread by = Thread.currentThread();
    boolean over;
    boolean failed;
  }

  /**
   * A loader above the class path.
   *
   * @param known the classes that loaders of the same program have loaded, of all seeds so far;
   *     from any thread
   * @param renewable whether the loader serves several seeds
   */
  SeedLoader(Rewriting rewriting, ClassLoader classPath, Set<String> known, boolean renewable) {
    super("seed", classPath);
    this.rewriting = rewriting;
    this.known = known;
    this.renewable = renewable;
  }

  /**
   * Loads what earlier seeds have loaded. The JVM keeps a thread for ever that loads a class for an
   * agent and does not end, and with it all of its seed; so threads of a run load few classes.
   */
  SeedLoader loadKnown() {
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
    if (ClassNames.isShared(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      Written written = (renewable ? RENEWABLE : WRITTEN).computeIfAbsent(name, this::read);
      if (written == NONE) {
        return super.loadClass(name, resolve);
      }
      Class<?> defined = defineClass(name, written.bytes, 0, written.bytes.length, written.domain);
      if (written.anew) {
        stateful.put(name, defined);
      }
      remade |= written.remade;
      known.add(name);
      return defined;
    }
  }

  private Written read(String name) {
    String internal = name.replace('.', '/');
    String file = internal + ".class";
    URL found = getParent().getResource(file);
    if (found == null || found.getProtocol().equals("jrt")) { // the JDK's
      return NONE;
    }
    try (InputStream in = found.openStream()) {
      byte[] bytes = in.readAllBytes();
      byte[] written =
          renewable
              ? rewriting.renewable(internal, bytes)
              : rewriting.rewritten(internal, bytes, false);
      StaticState.Facts facts = StaticState.of(ClassFile.of().parse(bytes));
      boolean anew = renewable && rewriting.unfit() == null;
      return new Written(
          written == null ? bytes : written,
          domain(found, file),
          anew && facts.anew(),
          anew && facts.remade());
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

  @Override
  public boolean begin(Class<?> type) {
    Map<String, Progress> all = begun;
    boolean interrupted = false;
    try {
      synchronized (all) {
        Progress progress = all.get(type.getName());
        if (progress == null) {
          all.put(type.getName(), new Progress());
          return true;
        }
        while (!progress.over && progress.by != Thread.currentThread()) {
          try {
            all.wait();
          } catch (InterruptedException later) {
            interrupted = true;
          }
        }
        if (progress.failed) {
          throw new NoClassDefFoundError("Could not initialize class " + type.getName());
        }
        return false;
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void end(Class<?> type, boolean failed) {
    Map<String, Progress> all = begun;
    synchronized (all) {
      Progress progress = all.get(type.getName());
      progress.over = true;
      progress.failed = failed;
      all.notifyAll();
    }
  }

  @Override
  public void require(Class<?> type) {
    for (Class<?> one = type; one != null; one = one.getSuperclass()) {
      if (stateful.get(one.getName()) == one) {
        call(one, StaticReset.INITIALIZE);
        return;
      }
    }
  }

  private static void call(Class<?> type, String name) {
    try {
      Method method = type.getDeclaredMethod(name);
      method.setAccessible(true);
      method.invoke(null);
    } catch (InvocationTargetException thrown) {
      throw (Error) thrown.getCause();
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * A thread that never goes on holds a monitor: no other seed can use a class, or its constant.
   */
  public static void spoil(Object held) {
    Class<?> type = held instanceof Class<?> itself ? itself : held.getClass();
    if ((held == type || held instanceof Enum) && type.getClassLoader() instanceof SeedLoader one) {
      one.spoiled = true;
    }
  }

  boolean isSpoiled() {
    return spoiled;
  }

  /** Has each class begin anew. */
  void renew() {
    for (String name : begun.keySet()) {
      call(stateful.get(name), StaticReset.FORGET);
    }
    begun = new LinkedHashMap<>();
    if (remade) {
      stateful.values().forEach(ClassCaches::forget);
    }
  }
}
