package cal.bench.baseline;

import cal.bench.baseline.upload.BadRequest;
import cal.bench.baseline.upload.FrameExchange;
import cal.proactor.AioHandle;
import cal.proactor.AioOperation;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

/**
 * A client's frames as handlers: a single operation is in flight at a time, a read or the write of
 * the answers (half-duplex). A refused client is parted from at once. Confined to the thread of the
 * operation's handler, except {@link #isInsideRequestSince} and {@link #close}.
 */
final class EngineUpload {
  private static final Logger LOG = System.getLogger(EngineUpload.class.getName());

  private final EngineServer server;
  private final AioHandle client;
  private final FrameExchange frames;
  private final Consumer<AioOperation> hasRead = this::hasRead;
  private final Consumer<AioOperation> hasWritten = this::hasWritten;

  EngineUpload(EngineServer server, AioHandle client, FrameExchange frames) {
    this.server = server;
    this.client = client;
    this.frames = frames;
  }

  void read() {
    client.read(frames.input(), hasRead);
  }

  private void hasRead(AioOperation read) {
    if (read.failure() != null || read.count() < 0) {
      end(read.failure());
    } else {
      answer(true);
    }
  }

  private void answer(boolean read) {
    try {
      if (read ? frames.answerInput() : frames.answerMore()) {
        write();
        return;
      }
    } catch (BadRequest bad) {
      end(bad);
      return;
    }
    read();
  }

  private void write() {
    client.write(frames.answers(), hasWritten);
  }

  private void hasWritten(AioOperation write) {
    if (write.failure() != null) {
      end(write.failure());
    } else if (frames.answers().hasRemaining()) {
      write();
    } else {
      answer(false);
    }
  }

  /** Whether a frame was begun before a moment, and is not there yet. */
  boolean isInsideRequestSince(long moment) {
    return frames.isInsideSince(moment);
  }

  private void end(Throwable reason) {
    if (reason != null) {
      LOG.log(Level.DEBUG, "parting from a client", reason);
    }
    server.leave(this);
    frames.leave();
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
