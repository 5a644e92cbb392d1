package cal.bench.tournament;

import cal.cli.support.Failure;
import cal.sample.upload.StoreLoadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import javax.management.JMX;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** How long frames have been inside a server's store, read by JMX. Not thread-safe. */
final class StoreLoadReader implements AutoCloseable {
  private final JMXConnector connector;
  private final StoreLoadMXBean load;

  private StoreLoadReader(JMXConnector connector, StoreLoadMXBean load) {
    this.connector = connector;
    this.load = load;
  }

  /** Attaches to an upload server whose store takes its time. */
  static StoreLoadReader of(long pid) {
    try {
      JMXConnector connector = connect(pid);
      return new StoreLoadReader(
          connector,
          JMX.newMXBeanProxy(
              connector.getMBeanServerConnection(),
              new ObjectName(StoreLoadMXBean.NAME),
              StoreLoadMXBean.class));
    } catch (AttachNotSupportedException | IOException | MalformedObjectNameException e) {
      throw new Failure(1, "the store of process " + pid + " does not tell its load: " + e, e);
    }
  }

  /** The address is told by the JVM that was attached to; no directory is asked. */
  @SuppressWarnings("BanJNDI")
  private static JMXConnector connect(long pid) throws AttachNotSupportedException, IOException {
    VirtualMachine machine = VirtualMachine.attach(String.valueOf(pid));
    try {
      return JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
    } finally {
      machine.detach();
    }
  }

  /** Nanoseconds so far; two frames at a time count twice. */
  long busyNanos() {
    return load.getBusyNanos();
  }

  /** Nanoseconds so far in which there was at least one frame. */
  long usedNanos() {
    return load.getUsedNanos();
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException gone) {
      System.getLogger("cal").log(System.Logger.Level.DEBUG, "closing " + connector, gone);
    }
  }
}
