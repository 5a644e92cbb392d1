package cal.simulation.internal.rewrite;

import cal.simulation.internal.jdk.Chances;
import cal.simulation.seam.Seam;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.MBeanServer;

/**
 * The Java agent of a simulated process: rewrites classes of the JDK at once, and each class of the
 * program when it is loaded, but for classes that a loader of a seed has rewritten.
 */
public final class Agent {
  private static final String[] PACKAGES = {
    "java.io",
    "java.lang",
    "java.util",
    "java.net",
    "java.util.concurrent",
    "java.util.concurrent.locks",
    "jdk.internal.misc",
    "jdk.internal.random",
    "jdk.internal.vm",
    "sun.nio.ch",
    "sun.nio.fs",
    "sun.security.jca"
  };

  private static final String[] BEANS = {"com.sun.jmx.interceptor", "com.sun.jmx.mbeanserver"};

  private static volatile Rewriting rewriting;
  private static volatile String fault;

  private Agent() {}

  /**
   * Called by the JVM.
   *
   * @param underTest prefixes of the classes with points, by internal names, with commas
   */
  public static void premain(String underTest, Instrumentation tools) throws Exception {
    open(tools);
    Chances.salt();
    Rewriting all = new Rewriting(prefixes(underTest));
    rewriting = all;
    try (InputStream in = Object.class.getResourceAsStream("/java/lang/VirtualThread.class")) {
      all.rewritten("java/lang/VirtualThread", in.readAllBytes(), true); // loads what it takes
    }
    all.load();
    tools.addTransformer(new Transformer(all), true);
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> type : tools.getAllLoadedClasses()) {
      if (all.isOfJdk(type.getName().replace('.', '/'))
          && tools.isModifiableClass(type)
          && !type.isHidden()) {
        loaded.add(type);
      }
    }
    tools.retransformClasses(loaded.toArray(new Class<?>[0]));
  }

  /** Empty for the unnamed package, at the end too. */
  static List<String> prefixes(String underTest) {
    return List.of(underTest.split(",", -1));
  }

  /** The JDK's modules read the seam, and are open to the simulation. */
  private static void open(Instrumentation tools) {
    open(tools, Object.class.getModule(), PACKAGES);
    open(tools, MBeanServer.class.getModule(), BEANS);
  }

  private static void open(Instrumentation tools, Module module, String... packages) {
    Set<Module> own = Set.of(Agent.class.getModule());
    Map<String, Set<Module>> opened = new HashMap<>();
    for (String name : packages) {
      opened.put(name, own);
    }
    tools.redefineModule(
        module, Set.of(Seam.class.getModule()), Map.of(), opened, Set.of(), Map.of());
  }

  /** Returns the rewriting of this process; null if no agent was started. */
  public static Rewriting rewriting() {
    return rewriting;
  }

  /** Returns the reason why a class could not be rewritten; null if all could. */
  public static String fault() {
    return fault;
  }

  private record Transformer(Rewriting all) implements ClassFileTransformer {
    @Override
    public byte[] transform(
        Module module,
        ClassLoader loader,
        String name,
        Class<?> type,
        ProtectionDomain domain,
        byte[] bytes) {
      boolean ofJdk = loader == null || loader == ClassLoader.getPlatformClassLoader();
      if (name == null
          || loader instanceof SeedLoader
          || !(ofJdk ? all.isOfJdk(name) : Rewriting.isOfProgram(name))) {
        return null;
      }
      try {
        return ofJdk ? all.rewritten(name, bytes, true) : all.rewritten(name, bytes, loader);
      } catch (RuntimeException | Error failure) {
        fault = name + " cannot be rewritten: " + failure;
        return null;
      }
    }
  }
}
