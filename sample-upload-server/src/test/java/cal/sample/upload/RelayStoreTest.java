package cal.sample.upload;

import static cal.sample.upload.Payloads.crc;
import static cal.sample.upload.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class RelayStoreTest {

  @Test
  void shouldPassFramesOnThroughOneConnectionUntilItBreaks() throws Exception {
    try (ServerSocket low = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        ExecutorService executor = Executors.newSingleThreadExecutor();
        Store store = Stores.open("relay:127.0.0.1:" + low.getLocalPort())) {
      Future<?> twoFrames =
          executor.submit(
              () -> {
                try (Socket socket = low.accept()) {
                  answer(socket);
                  answer(socket);
                }
                return null;
              });

      assertThat(store.store(random(300), 7, 100)).isEqualTo(100);
      assertThat(store.store(random(300), 0, 300)).isEqualTo(300);
      twoFrames.get();
      assertThatThrownBy(() -> store.store(random(10), 0, 10))
          .isInstanceOf(StoreException.class)
          .hasMessageStartingWith("cannot pass a frame on to 127.0.0.1:" + low.getLocalPort());
      Future<?> anew =
          executor.submit(
              () -> {
                try (Socket socket = low.accept()) {
                  answer(socket);
                }
                return null;
              });
      assertThat(store.store(random(10), 0, 10)).isEqualTo(10);
      anew.get();
    }
  }

  /** Tells the length of a frame instead of its checksum. */
  private static void answer(Socket socket) throws Exception {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    byte[] payload = new byte[in.readInt()];
    in.readFully(payload);
    byte[] sent =
        payload.length == 100 ? Arrays.copyOfRange(random(300), 7, 107) : random(payload.length);
    assertThat(crc(payload)).isEqualTo(crc(sent));
    new DataOutputStream(socket.getOutputStream()).writeInt(payload.length);
  }
}
