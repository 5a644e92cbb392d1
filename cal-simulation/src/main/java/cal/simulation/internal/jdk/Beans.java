package cal.simulation.internal.jdk;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/**
 * The beans of the process, which outlive a run. Beans go without a word: that of a program would
 * be told on no thread of the run. Immutable.
 */
public final class Beans {
  /** Domains of the JDK's own beans. */
  private static final Pattern OF_JDK =
      Pattern.compile("JMImplementation|com\\.sun\\.management|(java|jdk)\\..*");

  private static final Class<?> SERVER;
  private static final VarHandle INTERCEPTOR;
  private static final VarHandle REPOSITORY;
  private static final VarHandle DOMAINS;
  private static final VarHandle COUNT;

  static {
    try {
      SERVER = Class.forName("com.sun.jmx.mbeanserver.JmxMBeanServer");
      INTERCEPTOR = Internals.in(SERVER).findVarHandle(SERVER, "mbsInterceptor", MBeanServer.class);
      Class<?> interceptor = Class.forName("com.sun.jmx.interceptor.DefaultMBeanServerInterceptor");
      Class<?> repository = Class.forName("com.sun.jmx.mbeanserver.Repository");
      REPOSITORY = Internals.in(interceptor).findVarHandle(interceptor, "repository", repository);
      Lookup in = Internals.in(repository);
      DOMAINS = in.findVarHandle(repository, "domainTb", Map.class);
      COUNT = in.findVarHandle(repository, "nbElements", int.class);
    } catch (ReflectiveOperationException unknown) {
      throw new UnknownJdk(unknown.toString(), unknown);
    }
  }

  /** Of each server, by domains, by keys. */
  private final Map<MBeanServer, Map<String, Map<String, Object>>> kept = new HashMap<>();

  /** The present beans. */
  public Beans() {
    for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
      if (SERVER.isInstance(server)) {
        kept.put(server, copy(domains(server)));
      }
    }
  }

  private static Object repository(MBeanServer server) {
    return REPOSITORY.get(INTERCEPTOR.get(server));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Map<String, Object>> domains(MBeanServer server) {
    return (Map<String, Map<String, Object>>) DOMAINS.get(repository(server));
  }

  private static Map<String, Map<String, Object>> copy(Map<String, Map<String, Object>> domains) {
    Map<String, Map<String, Object>> copy = new HashMap<>(domains);
    copy.replaceAll((domain, beans) -> new HashMap<>(beans));
    return copy;
  }

  /** Puts all back; a server that is new keeps the JDK's beans. */
  public void restore() {
    for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
      if (SERVER.isInstance(server)) {
        Map<String, Map<String, Object>> domains = domains(server);
        Map<String, Map<String, Object>> before = kept.get(server);
        if (before == null) {
          domains.entrySet().stream()
              .filter(domain -> !OF_JDK.matcher(domain.getKey()).matches())
              .forEach(domain -> domain.getValue().clear());
        } else {
          domains.clear();
          domains.putAll(copy(before));
        }
        count(server);
      }
    }
  }

  private static void count(MBeanServer server) {
    COUNT.setVolatile(
        repository(server), domains(server).values().stream().mapToInt(Map::size).sum());
  }

  /** Takes away the beans of classes of a loader. */
  public static void remove(ClassLoader loader) {
    for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
      if (SERVER.isInstance(server)) {
        for (ObjectName name : server.queryNames(null, null)) {
          if (isOf(loader, server, name)) {
            String key = name.getCanonicalKeyPropertyListString();
            Object unused = domains(server).get(name.getDomain()).remove(key);
          }
        }
        count(server);
      }
    }
  }

  private static boolean isOf(ClassLoader loader, MBeanServer server, ObjectName name) {
    try {
      return server.getClassLoaderFor(name) == loader;
    } catch (InstanceNotFoundException gone) {
      throw new IllegalStateException(name + " is found, and is not", gone);
    }
  }
}
