package cal.agent.top;

import cal.core.CalRuntimeMXBean;
import cal.core.StageStatus;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.List;
import java.util.Optional;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * The CAL of another JVM of this machine, by JMX: attaching starts that JVM's own management agent,
 * which listens for this machine alone. Not thread-safe.
 */
final class RunningServer implements AutoCloseable {
  private final JMXConnector connector;
  private final CalRuntimeMXBean runtime;

  private RunningServer(JMXConnector connector, CalRuntimeMXBean runtime) {
    this.connector = connector;
    this.runtime = runtime;
  }

  /**
   * Attaches.
   *
   * @throws Unreachable if there is no such process, it may not be looked into, or runs no CAL
   */
  static RunningServer of(long pid) throws Unreachable {
    if (ProcessHandle.of(pid).isEmpty()) {
      throw new Unreachable("no process has the id " + pid + "; jps lists those of Java", null);
    }
    JMXConnector connector = connect(pid);
    try {
      ObjectName name = new ObjectName(CalRuntimeMXBean.NAME);
      MBeanServerConnection beans = connector.getMBeanServerConnection();
      if (!beans.isRegistered(name)) {
        throw new Unreachable(
            "process "
                + pid
                + " runs nothing of CAL, or has not begun to: it has no bean "
                + CalRuntimeMXBean.NAME,
            null);
      }
      return new RunningServer(connector, JMX.newMXBeanProxy(beans, name, CalRuntimeMXBean.class));
    } catch (IOException | MalformedObjectNameException failure) {
      close(connector);
      throw new Unreachable("process " + pid + " does not answer: " + failure, failure);
    } catch (Unreachable without) {
      close(connector);
      throw without;
    }
  }

  /** The address is told by the JVM that was attached to; no directory is asked. */
  @SuppressWarnings("BanJNDI")
  private static JMXConnector connect(long pid) throws Unreachable {
    try {
      VirtualMachine machine = VirtualMachine.attach(String.valueOf(pid));
      try {
        return JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException | IOException refused) {
      throw new Unreachable(
          refusal(
              pid,
              refused.getMessage(),
              ProcessHandle.of(pid).flatMap(process -> process.info().user()),
              ProcessHandle.current().info().user()),
          refused);
    }
  }

  /** Why a process cannot be attached to, by what the JDK says and whose it is. */
  static String refusal(long pid, String said, Optional<String> owner, Optional<String> caller) {
    if (owner.isPresent() && !owner.equals(caller)) {
      return "process "
          + pid
          + " is of user "
          + owner.get()
          + ", and a JVM lets only its own user look into it; run this as that user (sudo -u "
          + owner.get()
          + ")";
    }
    return "process "
        + pid
        + " cannot be attached to ("
        + said
        + "); it must be a JVM, and not have attaching switched off";
  }

  /**
   * The counts of its stages.
   *
   * @throws IOException if the server has ended
   */
  List<StageStatus> stages() throws IOException {
    try {
      return runtime.getStages();
    } catch (UndeclaredThrowableException gone) {
      throw new IOException(gone.getCause());
    }
  }

  @Override
  public void close() {
    close(connector);
  }

  private static void close(JMXConnector connector) {
    try {
      connector.close();
    } catch (IOException gone) {
      System.getLogger("cal").log(System.Logger.Level.DEBUG, "closing " + connector, gone);
    }
  }
}
