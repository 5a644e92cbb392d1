package cal.bench.baseline;

import cal.proactor.AioHandle;
import cal.proactor.AioOperation;
import cal.sample.upload.Statistics;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * A client's frames as handlers: a single operation is in flight at a time, a read or the write of
 * the answers (half-duplex). A refused client is parted from at once. Confined to the thread of the
 * operation's handler, except {@link #isInsideRequestSince} and {@link #close}.
 */
final class EngineUpload {
  private static final Logger LOG = System.getLogger(EngineUpload.class.getName());

  /** Room for frames of the most measured length. */
  private static final int USUAL = 16 << 10;

  private final EngineServer server;
  private final AioHandle client;
  private final Statistics.Tally tally;
  private final Consumer<AioOperation> hasRead = this::hasRead;
  private final Consumer<AioOperation> hasWritten = this::hasWritten;
  private final ByteBuffer out = ByteBuffer.allocateDirect(1 << 10);
  private ByteBuffer in = ByteBuffer.allocateDirect(USUAL);

  /** The begin of the present frame; 0 between frames. */
  private volatile long begun;

  EngineUpload(EngineServer server, AioHandle client, Statistics.Tally tally) {
    this.server = server;
    this.client = client;
    this.tally = tally;
  }

  void read() {
    client.read(in, hasRead);
  }

  private void hasRead(AioOperation read) {
    if (read.failure() != null || read.count() < 0) {
      end(read.failure());
    } else {
      in.flip();
      answer();
    }
  }

  /** Answers complete frames, as many as the answers have room for. */
  private void answer() {
    try {
      boolean more = true;
      while (more && out.hasRemaining()) {
        more = takeFrame();
      }
    } catch (BadRequest bad) {
      end(bad);
      return;
    }
    if (out.position() > 0) {
      out.flip();
      write();
    } else {
      in.compact();
      watch();
      read();
    }
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
    int crc = server.store().store(in.limit(next).position(next - length));
    in.limit(end);
    server.count(tally, length);
    out.putInt(crc);
    return true;
  }

  private void makeRoom(int frame) {
    if (in.capacity() < frame) {
      in = ByteBuffer.allocateDirect(frame).put(in).flip();
    }
  }

  private void watch() {
    if (in.position() == 0) {
      begun = 0;
    } else if (begun == 0) {
      begun = System.nanoTime();
    }
  }

  private void write() {
    client.write(out, hasWritten);
  }

  private void hasWritten(AioOperation write) {
    if (write.failure() != null) {
      end(write.failure());
    } else if (out.hasRemaining()) {
      write();
    } else {
      out.clear();
      begun = 0;
      answer();
    }
  }

  /** Whether a frame was begun before a moment, and is not there yet. */
  boolean isInsideRequestSince(long moment) {
    long since = begun;
    return since != 0 && since - moment < 0;
  }

  private void end(Throwable reason) {
    if (reason != null) {
      LOG.log(Level.DEBUG, "parting from a client", reason);
    }
    server.leave(this, tally);
    close();
  }

  /** Ends the operation in flight; the handler does the rest. */
  void close() {
    try {
      client.close();
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, "closing", failure);
    }
  }
}
