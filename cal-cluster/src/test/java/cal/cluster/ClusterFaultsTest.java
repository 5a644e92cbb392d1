package cal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import cal.cluster.internal.call.Parcel;
import cal.cluster.internal.call.RemoteResult;
import cal.core.faults.ThreadFaults;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The threads of a member go on after whatever they have met. */
@Timeout(600)
class ClusterFaultsTest {
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  /** Answers a search, which is sent again where the thread has failed. */
  static final class Answering implements ThreadFaults.AtWork {
    private static final byte[] SEARCH = "CAL cluster?".getBytes(StandardCharsets.UTF_8);

    private final MulticastSocket socket;
    private final Beacon beacon;

    Answering() throws IOException {
      this(new MulticastSocket(ANY));
    }

    Answering(MulticastSocket socket) {
      this.socket = socket;
      this.beacon = new Beacon(socket, "127.0.0.1:1");
    }

    @Override
    public void turn() throws IOException {
      try (DatagramSocket asking = new DatagramSocket(ANY)) {
        asking.setSoTimeout(50);
        for (int i = 0; i < 1_000; i++) {
          asking.send(new DatagramPacket(SEARCH, SEARCH.length, socket.getLocalSocketAddress()));
          try {
            asking.receive(new DatagramPacket(new byte[100], 100));
            return;
          } catch (SocketTimeoutException again) {
            Thread.onSpinWait();
          }
        }
        throw new IOException("no answer");
      }
    }

    @Override
    public void close() {
      beacon.close();
    }
  }

  /** Interrupts a call whose time is over. */
  static final class Clock implements ThreadFaults.AtWork {
    private static final ClassLoader LOADER = Clock.class.getClassLoader();

    private final NodeCalls calls = new NodeCalls("", new NodeMethods(LOADER), LOADER, 1);

    Clock() {
      calls.watch();
    }

    @Override
    public void turn() throws Exception {
      byte[] parts = new Parcel(0, new Object[] {null, new NodeCallsTest.Endless()}).pack();
      Method method = Calls.class.getDeclaredMethod("identity", Object.class);
      RemoteCall endless =
          new RemoteCall("", method, false, TimeUnit.MILLISECONDS.toNanos(50), parts);
      RemoteResult late = RemoteResult.unpack(calls.make(endless), LOADER);
      assertThat(late.kind()).isEqualTo(RemoteResult.Kind.REFUSED);
    }

    @Override
    public void close() {
      calls.close();
    }
  }

  @Test
  void shouldAnswerSearchesAfterWhateverIsThrown() throws Exception {
    String beacon = Beacon.class.getName();
    ThreadFaults.requireSurvived(
        Answering.class,
        Set.of(beacon + ".answer", beacon + ".text", beacon + ".isClosedAfterPause"));
  }

  @Test
  void shouldInterruptLateCallsAfterWhateverIsThrown() throws Exception {
    String calls = NodeCalls.class.getName();
    ThreadFaults.requireSurvived(
        Clock.class, Set.of(calls + ".stopLate", calls + "$Running.stopIfLate"));
  }

  /** Its first receive. */
  private static final class Interrupted extends MulticastSocket {
    private boolean before;

    Interrupted() throws IOException {
      super(ANY);
    }

    @Override
    public synchronized void receive(DatagramPacket packet) throws IOException {
      if (!before) {
        before = true;
        Thread.currentThread().interrupt();
        throw new IOException("the network is down");
      }
      super.receive(packet);
    }
  }

  /** A server may interrupt whole groups of threads. */
  @Test
  void shouldAnswerSearchesAfterAnInterruptWhileTheNetworkIsDown() throws Exception {
    try (Answering answering = new Answering(new Interrupted())) {
      answering.turn();
    }
  }
}
