package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import cal.sample.upload.ServerProcess.Launcher;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each two of the faults that other tests have alone, at one time, one pair after the other. */
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
class TwoFaultsTest {
  /** Those of the server, those of clients, and a change of the model that fails. */
  private enum Fault {
    FULL,
    ERROR,
    CLOSE,
    HOARD,
    RESETS,
    SLOW,
    SWITCH;

    boolean failsTheStore() {
      return this == FULL || this == ERROR;
    }

    boolean isOfTheServer() {
      return compareTo(RESETS) < 0;
    }
  }

  private static final int OPEN_FILES = 200;
  private static final int CLIENTS = 6;

  /** Connections of the beans come and go; a fault that kept those of a pair would keep more. */
  private static final int SOME = 5;

  private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
  private final AtomicLong frames = new AtomicLong();
  private final List<Client> slow = new ArrayList<>();
  private int told;

  @Tag("measuring")
  @ParameterizedTest
  @ValueSource(strings = {"reactive", "thread-pool"})
  void shouldKeepWhatWasAcknowledgedAndNothingElse(String model, @TempDir Path folder)
      throws Exception {
    Frames stored = Frames.inFiles(folder);
    Launcher launcher =
        Launcher.woven(model).withMainClass(FaultyServer.class).withOpenFiles(OPEN_FILES);
    try (ServerProcess server = launcher.start(stored.store())) {
      try (JMXConnector connector = SwitchDrill.connect(server)) {
        runAll(server, connector.getMBeanServerConnection());
      }
      server.terminate();
      assertThat(server.exitStatus()).as("143 = 128 + SIGTERM").isEqualTo(143);
    }
    int total = acknowledged.size();
    stored.read(payload -> acknowledged.remove(ByteBuffer.wrap(payload).getLong()));
    assertThat(acknowledged).as("acknowledged and lost, of %d", total).isEmpty();
  }

  private void runAll(ServerProcess server, MBeanServerConnection beans) throws Exception {
    uploadAll(server); // and all classes are loaded
    awaitNothingInFlight(beans);
    long before = SwitchDrill.descriptors(beans);
    for (Fault one : Fault.values()) {
      for (Fault other : Fault.values()) {
        if (one.compareTo(other) < 0) {
          run(one, other, server, beans);
        }
      }
    }
    assertThat(SwitchDrill.descriptors(beans)).isLessThanOrEqualTo(before + SOME);
    server.awaitErr("Too many open files");
    server.awaitErr("java.lang.OutOfMemoryError: injected");
    server.awaitErr("java.lang.IllegalStateException: injected");
  }

  private void run(Fault one, Fault other, ServerProcess server, MBeanServerConnection beans)
      throws Exception {
    begin(one, server, beans);
    begin(other, server, beans);
    int before = acknowledged.size();
    uploadAll(server);
    if (one.failsTheStore() || other.failsTheStore()) {
      assertThat(acknowledged).as("under %s and %s", one, other).hasSize(before);
    }
    for (Fault each : List.of(one, other)) {
      if (each.isOfTheServer()) {
        tell(server, each + " off");
      }
    }
    for (Client client : slow) {
      client.close();
    }
    slow.clear();
    int had = acknowledged.size();
    uploadAll(server);
    assertThat(acknowledged.size() - had)
        .as("of clients after %s and %s; server: %s", one, other, server.err())
        .isEqualTo(CLIENTS);
    awaitNothingInFlight(beans);
  }

  private void begin(Fault fault, ServerProcess server, MBeanServerConnection beans)
      throws Exception {
    switch (fault) {
      case RESETS -> {
        for (int i = 0; i < CLIENTS; i++) {
          half(server).reset();
        }
      }
      case SLOW -> {
        slow.add(half(server));
        slow.add(half(server));
      }
      case SWITCH ->
          assertThatThrownBy(() -> SwitchDrill.change(beans, "none"))
              .hasStackTraceContaining("model none");
      default -> tell(server, fault + " on");
    }
  }

  private static Client half(ServerProcess server) throws IOException {
    Client client = new Client(server.port());
    client.send((byte) 0, (byte) 0, (byte) 0);
    return client;
  }

  private void tell(ServerProcess server, String line) throws IOException {
    server.say(line);
    server.awaitOut("done " + ++told);
  }

  /** A frame each, at one time; where that fails, the client is gone. */
  private void uploadAll(ServerProcess server) throws Exception {
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(Thread.ofVirtual().start(() -> upload(server)));
    }
    for (Thread client : clients) {
      client.join();
    }
  }

  private void upload(ServerProcess server) {
    long frame = frames.incrementAndGet();
    byte[] payload = Payloads.random(frame % 2 == 0 ? 80_000 : 100);
    ByteBuffer.wrap(payload).putLong(frame);
    try (Client client = new Client(server.port())) {
      if (client.upload(payload) == Payloads.crc(payload)) {
        acknowledged.add(frame);
      }
    } catch (IOException refused) {
      // It was not acknowledged.
    }
  }

  /** But for the activity that accepts. */
  private static void awaitNothingInFlight(MBeanServerConnection beans) {
    await()
        .pollDelay(Duration.ZERO)
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(() -> assertThat(SwitchDrill.inFlight(beans)).isEqualTo(1));
  }
}
