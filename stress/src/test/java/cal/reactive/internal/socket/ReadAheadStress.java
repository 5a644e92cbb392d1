package cal.reactive.internal.socket;

import cal.reactive.internal.buffer.KeptBytes;
import cal.reactive.internal.buffer.Scratch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** A turn ends, and leaves bytes to a connection that another thread closes at the same time. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "what nobody will read is given back")
@State
public class ReadAheadStress {
  private static final SocketServices SERVICES =
      new SocketServices(null, 1, SocketLimits.NONE, null, null);
  private static final Scratch TURN = new Scratch(new KeptBytes(0));
  private static final int BYTES = 16;

  private final KeptBytes account = new KeptBytes(BYTES << 4);
  private final Connection connection = new Connection(SERVICES);
  private final SocketInput input = connection.input();
  private final ByteBuffer rest = ByteBuffer.allocate(BYTES);

  /** A loop's thread has read some bytes, and set room aside for them. */
  public ReadAheadStress() {
    account.setAside(BYTES);
    input.lease(TURN);
  }

  @Actor
  public void endTurn() {
    input.keep(rest, account);
  }

  @Actor
  public void close() {
    try {
      connection.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Arbiter
  public void look(J_Result kept) {
    kept.r1 = account.bytes();
  }
}
