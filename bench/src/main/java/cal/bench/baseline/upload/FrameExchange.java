package cal.bench.baseline.upload;

import cal.sample.upload.Statistics;
import java.nio.ByteBuffer;

/**
 * A client's frames and their answers in two buffers, half-duplex: frames are answered while the
 * answers have room. For a single thread at a time, except {@link #isInsideSince}.
 */
public final class FrameExchange {
  /** Room for frames of the most measured length. */
  private static final int USUAL = 16 << 10;

  private final CountingStore store;
  private final Statistics statistics;
  private final Statistics.Tally tally;
  private final ByteBuffer out = ByteBuffer.allocateDirect(1 << 10);
  private ByteBuffer in = ByteBuffer.allocateDirect(USUAL);

  /** The begin of the present frame; 0 between frames. */
  private volatile long begun;

  public FrameExchange(CountingStore store, Statistics statistics, Statistics.Tally tally) {
    this.store = store;
    this.statistics = statistics;
    this.tally = tally;
  }

  /** Room for input. */
  public ByteBuffer input() {
    return in;
  }

  /** Answers to be sent. */
  public ByteBuffer answers() {
    return out;
  }

  /** Whether a frame has begun. */
  public boolean isInside() {
    return in.position() > 0;
  }

  /** Whether a frame was begun before a moment, and is not there yet. */
  public boolean isInsideSince(long moment) {
    long since = begun;
    return since != 0 && since - moment < 0;
  }

  /** Answers frames, after some input; true where there are answers, whose end is to be told. */
  public boolean answerInput() throws BadRequest {
    in.flip();
    return answer();
  }

  /** Answers more frames, after all answers were sent. */
  public boolean answerMore() throws BadRequest {
    begun = 0;
    out.clear();
    return answer();
  }

  private boolean answer() throws BadRequest {
    boolean more = true;
    while (more && out.remaining() >= Integer.BYTES) {
      more = takeFrame();
    }
    if (out.position() > 0) {
      out.flip();
      return true;
    }
    in.compact();
    if (!isInside()) {
      begun = 0;
    } else if (begun == 0) {
      begun = System.nanoTime();
    }
    return false;
  }

  private boolean takeFrame() throws BadRequest {
    if (in.remaining() < Frames.HEADER) {
      return false;
    }
    int length = Frames.checked(in.getInt(in.position()));
    if (in.remaining() < Frames.HEADER + length) {
      makeRoom(Frames.HEADER + length);
      return false;
    }
    int end = in.limit();
    int next = in.position() + Frames.HEADER + length;
    int crc = store.store(in.limit(next).position(next - length));
    in.limit(end);
    statistics.count(tally, length);
    out.putInt(crc);
    return true;
  }

  private void makeRoom(int frame) {
    if (in.capacity() < frame) {
      in = ByteBuffer.allocateDirect(frame).put(in).flip();
    }
  }

  /** The client has left. */
  public void leave() {
    begun = 0;
    statistics.leave(tally);
  }
}
