package cal.reactive.internal.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A writer adds bytes to the room of a connection while other threads send from there, by calls or
 * with the ring: each byte leaves once, in order.
 */
public class OutgoingStress {
  /** A room with a written byte. */
  private static class Room {
    private final Outgoing room = new Outgoing(0);

    /** What the peer would see. */
    private final AtomicReference<String> sent = new AtomicReference<>("");

    Room() {
      room.begin(null, bytes("a"));
    }

    static ByteBuffer bytes(String text) {
      return ByteBuffer.wrap(text.getBytes(US_ASCII));
    }

    void write(String text) {
      if (room.append(null, bytes(text))) {
        return;
      }
      while (room.state() != Outgoing.SENT) {
        sendFrom(Outgoing.HELD);
      }
      add(text);
    }

    /** Sends the bytes, by a call or by an operation: {@link Outgoing#SUBMITTED}. */
    void sendFrom(int meanwhile) {
      if (room.takeFrom(Outgoing.WAITS, meanwhile)) {
        add(US_ASCII.decode(room.buffer().bytes().duplicate()).toString());
        room.state(Outgoing.SENT);
      }
    }

    String all() {
      sendFrom(Outgoing.HELD);
      return sent.get();
    }

    private void add(String text) {
      sent.accumulateAndGet(text, String::concat);
    }
  }

  /** The ring takes the bytes, or another thread, while a third writes. */
  @JCStressTest
  @Outcome(id = "abc", expect = ACCEPTABLE, desc = "once, in order")
  @State
  public static class BytesLeaveOnce {
    private final Room room = new Room();

    @Actor
    public void writer() {
      room.write("b");
      room.write("c");
    }

    /** One actor: where there are two cores, a test of three is passed over. */
    @Actor
    public void senders() {
      room.sendFrom(Outgoing.SUBMITTED);
      room.sendFrom(Outgoing.HELD);
    }

    @Arbiter
    public void look(L_Result result) {
      result.r1 = room.all();
    }
  }
}
