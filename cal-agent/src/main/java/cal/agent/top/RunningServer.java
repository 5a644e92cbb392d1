package cal.agent.top;

import cal.core.spi.ActivityScheduler.LeftStatus;
import cal.core.spi.ActivityScheduler.MemberStatus;
import cal.core.spi.CalRuntimeMXBean;
import cal.core.spi.CalRuntimeMXBean.HangStatus;
import cal.core.spi.SocketProvider.ReadAheadStatus;
import cal.core.spi.StageStatus;
import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.RecordComponent;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The CAL of another JVM of this machine: attaching loads {@link StatusAgent} there, which connects
 * back. Nothing listens in the server, and nothing is open there after the close of this. Not
 * thread-safe.
 */
public final class RunningServer implements AutoCloseable {
  private final SocketChannel connection;
  private final DataInputStream in;
  private final OutputStream out;

  private RunningServer(SocketChannel connection) {
    this.connection = connection;
    this.in = new DataInputStream(Channels.newInputStream(connection));
    this.out = Channels.newOutputStream(connection);
  }

  /**
   * Attaches.
   *
   * @throws Unreachable if there is no such process, or the process is forbidden or without CAL
   */
  public static RunningServer of(long pid) throws Unreachable {
    if (ProcessHandle.of(pid).isEmpty()) {
      throw new Unreachable("no process has the id " + pid + "; jps lists those of Java", null);
    }
    RunningServer server = new RunningServer(connect(pid));
    try {
      if (server.answer().isEmpty()) {
        throw new Unreachable(
            "process "
                + pid
                + " runs nothing of CAL, or has not begun to: it has no bean "
                + CalRuntimeMXBean.NAME,
            null);
      }
      return server;
    } catch (IOException failure) {
      server.close();
      throw new Unreachable("process " + pid + " does not answer: " + failure, failure);
    } catch (Unreachable without) {
      server.close();
      throw without;
    }
  }

  private static SocketChannel connect(long pid) throws Unreachable {
    try {
      VirtualMachine machine = VirtualMachine.attach(String.valueOf(pid));
      try (Visit visit = Visit.to(pid)) {
        machine.loadAgent(visit.agent().toString(), visit.socket().toString());
        return visit.accept();
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException
        | AgentLoadException
        | AgentInitializationException
        | IOException refused) {
      throw new Unreachable(
          refusal(
              pid,
              refused.getMessage(),
              ProcessHandle.of(pid).flatMap(process -> process.info().user()),
              ProcessHandle.current().info().user()),
          refused);
    }
  }

  /** The reason of a failed attachment, by the JDK's message and the owner of the process. */
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
        + "); it must be a JVM, and have neither attaching nor agents switched off";
  }

  /**
   * The counts of stages, of read-ahead input, of leftover waits, of members, and of hangs.
   *
   * @throws IOException if the server has ended
   */
  public StageTable look() throws IOException {
    return answer().orElseThrow(() -> new IOException("its runtime has ended"));
  }

  /**
   * Changes settings of the running server.
   *
   * @param settings each {@code KEY=VALUE}
   * @return a line for each stage with another model now
   * @throws Unreachable if the server refuses
   * @throws IOException if the server has ended
   */
  List<String> change(List<String> settings) throws IOException, Unreachable {
    DataOutputStream said = new DataOutputStream(out);
    said.write(StatusAgent.CHANGE);
    said.writeInt(settings.size());
    for (String setting : settings) {
      said.writeUTF(setting);
    }
    boolean done = in.readBoolean();
    List<String> lines = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      lines.add(in.readUTF());
    }
    if (!done) {
      throw new Unreachable(String.join(" ", lines), null);
    }
    return lines;
  }

  private Optional<StageTable> answer() throws IOException {
    out.write(StatusAgent.LOOK);
    if (!in.readBoolean()) {
      return Optional.empty();
    }
    try {
      List<StageStatus> stages = records(StageStatus.class);
      List<ReadAheadStatus> readers = records(ReadAheadStatus.class);
      List<LeftStatus> left = new ArrayList<>();
      for (Map<String, String> row : rows()) {
        List<LeftStatus.Wait> longest = records(LeftStatus.Wait.class);
        left.add(new LeftStatus(row.get("stage"), Integer.parseInt(row.get("count")), longest));
      }
      List<MemberStatus> members = records(MemberStatus.class);
      List<HangStatus> hangs = records(HangStatus.class);
      return Optional.of(new StageTable(stages, readers, left, members, hangs));
    } catch (NumberFormatException other) {
      throw new IOException("it runs another version of CAL", other);
    }
  }

  private List<Map<String, String>> rows() throws IOException {
    List<Map<String, String>> rows = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      Map<String, String> row = new HashMap<>();
      for (int more = in.readInt(); more > 0; more--) {
        row.put(in.readUTF(), in.readUTF());
      }
      rows.add(row);
    }
    return rows;
  }

  private <R extends Record> List<R> records(Class<R> type) throws IOException {
    List<R> records = new ArrayList<>();
    for (Map<String, String> row : rows()) {
      records.add(record(type, row));
    }
    return records;
  }

  /** A row whose columns have the names of a public record's components. */
  private static <R extends Record> R record(Class<R> type, Map<String, String> row) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      String text = row.get(components[i].getName());
      types[i] = components[i].getType();
      values[i] = text;
      if (types[i] == int.class) {
        values[i] = Integer.valueOf(text);
      } else if (types[i] == long.class) {
        values[i] = Long.valueOf(text);
      } else if (types[i] == boolean.class) {
        values[i] = Boolean.valueOf(text);
      }
    }
    try {
      return type.getConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("a public record is closed: " + type, impossible);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (IOException gone) {
      System.getLogger("cal").log(System.Logger.Level.DEBUG, "closing " + connection, gone);
    }
  }
}
