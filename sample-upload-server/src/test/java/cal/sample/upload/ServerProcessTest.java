package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;

import cal.sample.upload.ServerProcess.Launcher;
import cal.testing.SomeCases;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The server as a process of its own: its command line, and what it survives. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class ServerProcessTest {

  private final Launcher plain = Launcher.plain();

  @TempDir Path folder;

  @Test
  void shouldSayWhereItListensAndServe() throws Exception {
    try (ServerProcess server = plain.start("factor", "--port", "0");
        Client client = new Client(server.port())) {
      assertThat(client.ask("12")).isEqualTo("2 2 3");
      assertThat(server.out()).containsExactly("listening on 127.0.0.1:" + server.port());
    }
  }

  @Test
  void shouldStoreInATemporaryFolderAndSayWhere() throws Exception {
    String temporary = "-Djava.io.tmpdir=" + folder;
    Launcher launcher =
        new Launcher(plain.classPath(), java.util.List.of(temporary), 0, Main.class);
    try (ServerProcess server = launcher.start("upload", "--port", "0");
        Client client = new Client(server.port())) {
      byte[] payload = Payloads.random(64);
      assertThat(client.upload(payload)).isEqualTo(Payloads.crc(payload));
      assertThat(server.err())
          .singleElement()
          .asString()
          .startsWith("storing in h2:" + folder.resolve("upload-server-"));
    }
  }

  @Tag("measuring")
  @Test
  void shouldLoseNoAcknowledgedFrameWhenKilled() throws Exception {
    KillDrill.shouldLoseNothing(plain, Frames.inDatabase(folder), 3, 3000);
  }

  @Test
  void shouldServeMoreClientsThanItHasDescriptorsOneAfterTheOther() throws Exception {
    try (ServerProcess server = DescriptorDrill.start(plain.withOpenFiles(60))) {
      DescriptorDrill.shouldServeAll(server, 100, false);
    }
  }

  @Test
  void shouldGoOnAcceptingAfterAllDescriptorsWereTaken() throws Exception {
    Launcher hoard = plain.withOpenFiles(100).withMainClass(DescriptorHoard.class);
    try (ServerProcess server = hoard.start();
        Client client = new Client(server.port())) {
      client.sendLine("21");
      client.endOutput();
      server.poke();
      assertThat(client.readLine()).isEqualTo("3 7");
      assertThat(server.exitStatus()).isZero();
      server.awaitErr("accepting again");
      assertThat(server.out().subList(1, 5)).containsOnly("open=true");
      assertThat(server.err()).filteredOn(l -> l.contains("cannot accept")).hasSize(1);
    }
  }

  @SomeCases(of = 8)
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          factor                                  | --port
          download --port 0                       | upload
          factor --port 70000                     | choose another --port
          factor --port 0 --host nosuch.invalid   | --host
          factor --port 0 --read-timeout 5        | 500ms
          factor --port 0 --store memory          | leave out --store
          upload --port 0 --store disk            | memory, h2:PATH
          upload --port 0 --store jdbc:nosuch:x   | add the driver's jar
          """)
  void shouldExplainAMistakeInOneSentence(String arguments, String fix) throws Exception {
    try (ServerProcess server = plain.start(arguments.split(" ", -1))) {
      assertExplains(server, fix);
    }
  }

  @Test
  void shouldExplainThatThePortIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerProcess server = plain.start("factor", "--port", "" + taken.getLocalPort())) {
      assertExplains(server, "choose another --port");
    }
  }

  private static void assertExplains(ServerProcess server, String fix) throws InterruptedException {
    assertThat(server.exitStatus()).isEqualTo(2);
    server.awaitErr(fix);
    assertThat(server.err()).hasSize(1);
    assertThat(server.out()).isEmpty();
  }
}
