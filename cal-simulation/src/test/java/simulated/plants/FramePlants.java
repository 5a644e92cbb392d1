package simulated.plants;

import cal.simulation.Machine;
import cal.simulation.Simulated;
import cal.simulation.SimulatedServer;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A server that keeps frames, on a machine that crashes; run by {@code ManySeedsTest}. */
public final class FramePlants {
  private static final int CLIENTS = 3;
  private static final int FRAMES = 3;

  /** More than a sector of the disk. */
  private static final int LENGTH = 700;

  /** Clients send frames until these are answered; then the machine crashes once more. */
  @Simulated(
      packages = {"simulated.plants", "cal.sample.upload"},
      timeoutSeconds = 600,
      machine = @Machine(crashes = 2, failedSyncOneIn = 20, fullOneIn = 50))
  void frames() throws Exception {
    SimulatedServer server = SimulatedServer.start(Frames.class);
    Set<String> answered = Collections.synchronizedSet(new TreeSet<>());
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      int number = i;
      clients.add(Thread.ofVirtual().start(() -> send(number, answered)));
    }
    for (Thread client : clients) {
      client.join();
    }
    server.crash();
    if (server.port() != Frames.PORT) {
      throw new AssertionError("listens on " + server.port());
    }
    answered.removeAll(found());
    if (!answered.isEmpty()) {
      throw new AssertionError("lost " + answered.size() + " frames");
    }
  }

  private static Set<String> found() throws IOException {
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.list(Frames.FOLDER)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".frame")).toList()) {
        String checksum = "%08x".formatted(Frames.checksum(Files.readAllBytes(file)));
        if (!file.toString().endsWith("-" + checksum + ".frame")) {
          throw new AssertionError("a frame is found in part");
        }
        found.add(checksum);
      }
    }
    return found;
  }

  private static void send(int number, Set<String> answered) {
    for (int sent = 0; sent < FRAMES; ) {
      try (Socket server = new Socket(InetAddress.getLoopbackAddress(), Frames.PORT)) {
        DataOutputStream out = new DataOutputStream(server.getOutputStream());
        DataInputStream in = new DataInputStream(server.getInputStream());
        for (; sent < FRAMES; sent++) {
          byte[] frame = new byte[LENGTH];
          Arrays.fill(frame, (byte) (FRAMES * number + sent + 1));
          out.writeInt(frame.length);
          out.write(frame);
          answered.add("%08x".formatted(in.readInt()));
        }
      } catch (IOException crash) {
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
