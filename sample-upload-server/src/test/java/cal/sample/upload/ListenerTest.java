package cal.sample.upload;

import static cal.sample.upload.Payloads.crc;
import static cal.sample.upload.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ListenerTest {

  private static final Service FACTOR =
      socket -> new FactorConnection(socket, new Statistics(), Duration.ofDays(1));

  @Test
  void shouldServeOneClientAfterTheOther() throws Exception {
    MemoryStore store = new MemoryStore();
    try (RunningListener listener = RunningListener.upload(store, Duration.ofSeconds(30));
        Client first = listener.connect();
        Client second = listener.connect()) {
      assertThat(first.upload(random(64))).isEqualTo(crc(random(64)));
      second.send(Client.frame(random(5000)));
      second.readTimeout(Duration.ofMillis(300));
      assertThatThrownBy(second::readAcknowledgement)
          .as("the second waits while the first is there")
          .isInstanceOf(SocketTimeoutException.class);
      assertThat(first.upload(random(65))).isEqualTo(crc(random(65)));

      first.close();
      second.readTimeout(Duration.ofSeconds(30));
      assertThat(second.readAcknowledgement()).isEqualTo(crc(random(5000)));
      assertThat(store.totals().frames()).isEqualTo(3);
    }
  }

  @Test
  void shouldServeManyClientsInTheOrderTheyCame() throws Exception {
    List<Client> clients = new ArrayList<>();
    try (RunningListener listener = new RunningListener(FACTOR)) {
      for (int i = 1; i <= 50; i++) {
        Client client = listener.connect();
        clients.add(client);
        client.sendLine(Integer.toString(i));
      }
      for (int i = 1; i <= 50; i++) {
        try (Client client = clients.get(i - 1)) {
          assertThat(client.readLine()).isEqualTo(FactorizerTest.line(Integer.toString(i)));
        }
      }
    }
  }

  @Test
  void shouldGoOnAfterAClientThatDoesNotBehave() throws Exception {
    try (LogRecords log = new LogRecords();
        RunningListener listener = new RunningListener(FACTOR);
        Client bad = listener.connect();
        Client good = listener.connect()) {
      assertThat(bad.ask("nonsense")).startsWith("ERR ");
      assertThat(good.ask("21")).isEqualTo("3 7");
      assertThat(log.warnings()).hasSize(1);
    }
  }

  @Test
  void shouldPauseWhileAcceptingFailsAndSayItOnce() throws Exception {
    try (LogRecords log = new LogRecords();
        FailingServerSocket socket = new FailingServerSocket(3);
        Listener listener = new Listener(socket, FACTOR);
        Client client = new Client(socket.getLocalPort())) {
      for (int i = 0; i < 3; i++) {
        long before = System.nanoTime();
        assertThat(listener.accept()).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - before))
            .isGreaterThanOrEqualTo(Duration.ofMillis(Listener.PAUSE_MILLIS));
      }
      assertThat(log.warnings()).singleElement().asString().contains("Too many open files");

      client.sendLine("21");
      client.endOutput();
      assertThat(listener.accept()).isTrue();
      assertThat(client.readLine()).isEqualTo("3 7");
      assertThat(log.messages(Level.INFO)).last().asString().contains("accepting again");

      socket.failures = 1;
      assertThat(listener.accept()).isTrue();
      assertThat(log.warnings()).as("a second outage is told as well").hasSize(2);
    }
  }

  @Test
  void shouldEndWhenInterruptedInAPause() throws Exception {
    try (LogRecords log = new LogRecords();
        Listener listener = new Listener(new FailingServerSocket(1), FACTOR)) {
      Thread.currentThread().interrupt();
      assertThat(listener.accept()).isFalse();
      assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
      assertThat(listener.accept()).as("once closed, always closed").isFalse();
      assertThat(log.warnings()).hasSize(1);
    }
  }

  @Test
  void shouldCloseTheSocketOfAClientThatLeftAtOnce() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    Service failing =
        socket -> {
          sockets.add(socket);
          throw new SocketException("gone");
        };
    try (Listener listener =
            new Listener(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), failing);
        Client client = new Client(listener.port())) {
      assertThat(listener.accept()).isTrue();
      assertThat(client.read()).isEqualTo(-1);
      assertThat(sockets).singleElement().matches(Socket::isClosed);
    }
  }

  private static final class FailingServerSocket extends ServerSocket {
    private int failures;

    FailingServerSocket(int failures) throws IOException {
      super(0, 50, InetAddress.getLoopbackAddress());
      this.failures = failures;
    }

    @Override
    public Socket accept() throws IOException {
      if (failures-- > 0) {
        throw new SocketException("Too many open files");
      }
      return super.accept();
    }
  }
}
