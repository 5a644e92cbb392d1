package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Kills a server with a durable store while clients upload, and looks for its acknowledgements. */
final class KillDrill {

  private static final int WINDOW = 16;

  private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
  private final CountDownLatch enough;

  private KillDrill(int frames) {
    enough = new CountDownLatch(frames);
  }

  /** What happens to a server while clients upload; it is dead in the end. */
  interface Blow {
    void strike(ServerProcess server) throws Exception;
  }

  static void shouldLoseNothing(
      ServerProcess.Launcher launcher, Frames frames, int clients, int enough) throws Exception {
    shouldLoseNothing(launcher, frames, clients, enough, ServerProcess::kill);
  }

  /**
   * Runs the drill with any server that {@code launcher} starts.
   *
   * @param frames the store's, none yet
   * @param clients how many upload at a time; each pipelines frames of 64 bytes to 80 KB
   * @param enough how many acknowledgements to wait for before the blow
   */
  static void shouldLoseNothing(
      ServerProcess.Launcher launcher, Frames frames, int clients, int enough, Blow blow)
      throws Exception {
    KillDrill drill = new KillDrill(enough);
    List<Thread> threads = new ArrayList<>();
    try (ServerProcess server =
        launcher.start("upload", "--port", "0", "--store", frames.store())) {
      int port = server.port();
      for (int i = 0; i < clients; i++) {
        long number = i;
        threads.add(Thread.ofVirtual().start(() -> drill.uploadUntilKilled(port, number)));
      }
      assertThat(drill.enough.await(120, TimeUnit.SECONDS))
          .as("%d of %d frames acknowledged; %s", drill.acknowledged.size(), enough, server.err())
          .isTrue();
      blow.strike(server);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    Set<Long> lost = drill.acknowledged;
    int total = lost.size();
    frames.read(payload -> lost.remove(id(payload)));
    assertThat(lost).as("acknowledged and lost, of %d", total).isEmpty();
  }

  private void uploadUntilKilled(int port, long number) {
    try (Client client = new Client(port)) {
      Random random = new Random(number);
      for (long frame = number << 32; ; frame += WINDOW) {
        int[] checksums = new int[WINDOW];
        for (int i = 0; i < WINDOW; i++) {
          byte[] payload = payload(frame + i, random);
          checksums[i] = Payloads.crc(payload);
          client.send(Client.frame(payload));
        }
        for (int i = 0; i < WINDOW; i++) {
          assertThat(client.readAcknowledgement()).isEqualTo(checksums[i]);
          acknowledged.add(frame + i);
          enough.countDown();
        }
      }
    } catch (IOException killed) {
      // The server is gone: what was acknowledged by now has to be there.
    }
  }

  /** Frames of others may be shorter. */
  private static long id(byte[] payload) {
    return payload.length < Long.BYTES ? -1 : ByteBuffer.wrap(payload).getLong();
  }

  private static byte[] payload(long id, Random random) {
    byte[] payload = new byte[random.nextInt(20) == 0 ? 80_000 : 64 + random.nextInt(2000)];
    random.nextBytes(payload);
    ByteBuffer.wrap(payload).putLong(id);
    return payload;
  }
}
