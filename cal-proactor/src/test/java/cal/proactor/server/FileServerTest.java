package cal.proactor.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.spi.ConfigurationException;
import cal.proactor.AioSettings;
import cal.proactor.Proactor;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server for users, by a file of settings and the public types alone. */
@Timeout(120)
class FileServerTest {
  private static final int THREADS = 3;
  private static final int CLIENTS = 8;

  @TempDir Path folder;

  private AioSettings settings(String lines) throws IOException {
    return AioSettings.read(
        Files.writeString(folder.resolve("proactor.properties"), lines.replace(' ', '\n')));
  }

  @ParameterizedTest
  @CsvSource({
    "cal.proactor.provider=auto",
    "cal.proactor.leadership=dedicated cal.proactor.interrupt=message",
    "cal.proactor.provider=select cal.proactor.wait=epoll-edge cal.proactor.start=any",
    "cal.proactor.provider=aio cal.proactor.operations=files cal.proactor.second.provider=select",
    "cal.proactor.operations=files cal.proactor.leadership=dedicated"
        + " cal.proactor.second.wait=eventfd cal.proactor.second.interrupt=pipe",
    "cal.proactor.provider=select cal.proactor.in-flight=2 cal.proactor.second.operations=files",
  })
  void shouldServeFilesToSeveralClients(String lines) throws Exception {
    byte[] bytes = "0123456789".repeat(20_000).getBytes(StandardCharsets.US_ASCII);
    Files.write(folder.resolve("page"), bytes);
    List<FutureTask<Void>> tasks = new ArrayList<>();
    try (Proactor proactor = settings(lines).open(FileServerTest.class.getClassLoader())) {
      FileServer server =
          new FileServer(
              proactor, folder, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      for (int i = 0; i < THREADS; i++) {
        tasks.add(started(proactor::runEventLoop));
      }
      InetSocketAddress address = (InetSocketAddress) server.address();
      List<FutureTask<Void>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(started(() -> ask(address, bytes)));
      }
      for (FutureTask<Void> client : clients) {
        client.get();
      }
    }
    for (FutureTask<Void> task : tasks) {
      task.get();
    }
  }

  /** Work of a thread. */
  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private static FutureTask<Void> started(Work work) {
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              work.run();
              return null;
            });
    Thread.ofPlatform().start(task);
    return task;
  }

  private static void ask(InetSocketAddress address, byte[] bytes) throws IOException {
    try (Socket client = new Socket(address.getAddress(), address.getPort())) {
      OutputStream out = client.getOutputStream();
      DataInputStream in = new DataInputStream(client.getInputStream());
      for (int i = 0; i < 3; i++) {
        out.write("page\n".getBytes(StandardCharsets.US_ASCII));
        byte[] header = in.readNBytes(7);
        assertThat(header).asString().isEqualTo(bytes.length + "\n");
        assertThat(in.readNBytes(bytes.length)).isEqualTo(bytes);
      }
      out.write("nothing\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(in.read()).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cal.proactor.wiat=poll|unknown setting cal.proactor.wiat=poll",
        "cal.proactor.in-flight=0|give 1 to 4096 operations",
        "cal.proactor.provider=aio cal.proactor.wait=epoll"
            + "|provider=aio: wait=epoll is not possible there; give default",
        "cal.proactor.provider=select cal.proactor.wait=poll cal.proactor.start=any"
            + "|provider=select: start=any is not possible there; give interrupting, leader",
        "cal.proactor.provider=select cal.proactor.interrupt=message"
            + "|provider=select: interrupt=message is not possible there; give default",
      })
  void shouldRefuseAStrategyThatIsNotThere(String lines, String message) {
    assertThatThrownBy(() -> settings(lines).open(FileServerTest.class.getClassLoader()).close())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message);
  }

  @Test
  void shouldFindNoProviderForStrategiesOfSeveral() {
    assertThatThrownBy(
            () ->
                settings("cal.proactor.wait=sqpoll cal.proactor.start=any")
                    .open(FileServerTest.class.getClassLoader()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("select: wait=sqpoll is not possible there");
  }
}
