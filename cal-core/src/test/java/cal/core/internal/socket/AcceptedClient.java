package cal.core.internal.socket;

import cal.core.contract.ThreadsModel;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A stage on virtual threads, with a connection of a client. */
abstract class AcceptedClient {
  final Engine engine =
      Engine.of(
          Configuration.of(
              Map.of("cal.model", ThreadsModel.VIRTUAL, "cal.shutdown-timeout", "50ms")),
          List.of("work"));
  final OpenStage stage = engine.open("work");
  final BlockingQueue<String> said = new LinkedBlockingQueue<>();
  Socket client;
  Socket accepted;

  @BeforeEach
  final void connect() throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      client = new Socket(listener.getInetAddress(), listener.getLocalPort());
      accepted = listener.accept();
    }
  }

  @AfterEach
  final void close() throws IOException {
    engine.shutdown();
    client.close();
    accepted.close();
  }

  /** The input as woven code has it. */
  final InputStream in() throws IOException {
    return (InputStream) HeardInput.of(accepted, accepted.getInputStream());
  }
}
