package cal.simulation.internal.program;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.Properties;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/**
 * State of the process that a run may leave behind, for it is not of a class of the seed: system
 * properties, beans, the handler of all threads. Not thread-safe.
 */
public final class ProcessState {
  private final Properties properties = (Properties) System.getProperties().clone();
  private final UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();

  /** The state now. */
  public ProcessState() {}

  /** Puts the state back, and takes away the beans of classes of a loader. */
  public void restore(ClassLoader loader) {
    System.setProperties(properties);
    Thread.setDefaultUncaughtExceptionHandler(handler);
    removeBeans(loader);
  }

  /** Takes away the beans of classes of a loader. */
  static void removeBeans(ClassLoader loader) {
    for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
      for (ObjectName name : server.queryNames(null, null)) {
        try {
          if (server.getClassLoaderFor(name) == loader) {
            server.unregisterMBean(name);
          }
        } catch (JMException gone) {
          throw new IllegalStateException(name + " cannot be taken away", gone);
        }
      }
    }
  }
}
