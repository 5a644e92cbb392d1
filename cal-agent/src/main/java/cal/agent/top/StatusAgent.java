package cal.agent.top;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanException;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import javax.management.RuntimeErrorException;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;

/**
 * Loaded into a running server, as a single class: answers, over a connection to {@code ./cal top},
 * with the counts of the server's stages, until the other side closes. For its own thread.
 */
public final class StatusAgent implements Runnable {
  /** Asks for the counts of all stages. */
  static final int LOOK = 1;

  /** Asks for a change of settings: a number of strings follows, each a setting. */
  static final int CHANGE = 2;

  /** How long a runtime that has just begun may take to its bean. */
  private static final int PATIENCE_SECONDS = 5;

  /** Characters of a value at most. */
  private static final int LONGEST = 1000;

  private static final String BEAN = "org.calaspects:type=CalRuntime";

  private final SocketChannel asked;

  private StatusAgent(SocketChannel asked) {
    this.asked = asked;
  }

  /**
   * Connects; called by the JVM.
   *
   * @param socket the path of a UNIX domain socket
   * @param unused changes no class
   * @throws IOException if there is none
   */
  public static void agentmain(String socket, Instrumentation unused) throws IOException {
    StatusAgent agent = new StatusAgent(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
    Thread thread = new Thread(agent, "cal-top");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    try (SocketChannel open = asked) {
      DataInputStream in = new DataInputStream(Channels.newInputStream(open));
      DataOutputStream out = new DataOutputStream(Channels.newOutputStream(open));
      for (int wish = in.read(); wish >= 0; wish = in.read()) {
        if (wish == CHANGE) {
          change(in, out);
        } else {
          answer(out);
        }
        out.flush();
      }
    } catch (Throwable gone) { // whatever it is, the server goes on
      System.getLogger("cal").log(System.Logger.Level.DEBUG, "no longer looked at", gone);
    }
  }

  /** Whether CAL runs; then tables of stages, of read-ahead input, of leftover waits, of hangs. */
  private static void answer(DataOutputStream out)
      throws IOException, JMException, InterruptedException {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName(BEAN);
    boolean runs = awaited(beans, name);
    out.writeBoolean(runs);
    if (runs) {
      write((CompositeData[]) beans.getAttribute(name, "Stages"), out);
      write((CompositeData[]) beans.getAttribute(name, "ReadAhead"), out);
      CompositeData[] left = (CompositeData[]) beans.getAttribute(name, "Left");
      write(left, out);
      for (CompositeData stage : left) {
        write((CompositeData[]) stage.get("longest"), out);
      }
      write((CompositeData[]) beans.getAttribute(name, "Members"), out);
      write((CompositeData[]) beans.getAttribute(name, "Hangs"), out);
    }
  }

  /** Whether a bean is there, or comes in time. */
  private static boolean awaited(MBeanServer beans, ObjectName name)
      throws JMException, InterruptedException {
    if (beans.isRegistered(name)) {
      return true;
    }
    CountDownLatch registered = new CountDownLatch(1);
    NotificationListener listener =
        (event, unused) -> {
          if (beans.isRegistered(name)) {
            registered.countDown();
          }
        };
    beans.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, listener, null, null);
    try {
      return beans.isRegistered(name) || registered.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } finally {
      beans.removeNotificationListener(MBeanServerDelegate.DELEGATE_NAME, listener);
    }
  }

  /** Whether the change was made; then lines with the changes, or the reason. */
  private static void change(DataInputStream in, DataOutputStream out)
      throws IOException, JMException {
    String[] settings = new String[in.readInt()];
    for (int i = 0; i < settings.length; i++) {
      settings[i] = in.readUTF();
    }
    String[] lines;
    boolean done = true;
    try {
      lines =
          (String[])
              ManagementFactory.getPlatformMBeanServer()
                  .invoke(
                      new ObjectName(BEAN),
                      "change",
                      new Object[] {settings},
                      new String[] {String[].class.getName()});
    } catch (RuntimeMBeanException | MBeanException | RuntimeErrorException refused) {
      lines = new String[] {String.valueOf(refused.getCause().getMessage())};
      done = false;
    }
    out.writeBoolean(done);
    out.writeInt(lines.length);
    for (String line : lines) {
      out.writeUTF(line.substring(0, Math.min(line.length(), LONGEST)));
    }
  }

  /** The number of rows; for each row the number of values, and each value with a name. */
  private static void write(CompositeData[] rows, DataOutputStream out) throws IOException {
    out.writeInt(rows.length);
    for (CompositeData row : rows) {
      Set<String> names = new TreeSet<>(row.getCompositeType().keySet());
      out.writeInt(names.size());
      for (String name : names) {
        out.writeUTF(name);
        String value = String.valueOf(row.get(name));
        out.writeUTF(value.substring(0, Math.min(value.length(), LONGEST)));
      }
    }
  }
}
