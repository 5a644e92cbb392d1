package cal.bench.baseline;

import cal.bench.baseline.os.Epoll;
import cal.bench.baseline.os.NativeSockets;
import cal.bench.baseline.upload.BadRequest;
import cal.bench.baseline.upload.FrameExchange;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * A client's frames by readiness, on the thread of an event at a time. A refused client is parted
 * from at once.
 */
final class PoolUpload {
  private static final Logger LOG = System.getLogger(PoolUpload.class.getName());

  private final Socket socket;
  private final FrameExchange frames;
  private boolean sending;

  private volatile boolean late;

  PoolUpload(Socket socket, FrameExchange frames) {
    this.socket = socket;
    this.frames = frames;
  }

  int descriptor() {
    return socket.intValue();
  }

  /** Whether a frame was begun before a moment, and is not there yet. */
  boolean isInsideRequestSince(long moment) {
    return frames.isInsideSince(moment);
  }

  void beLate() {
    late = true;
  }

  /** Reads and answers; the next event, or 0 where the connection is to be closed. */
  int handle(Duration readTimeout) {
    try {
      if (late) {
        throw new BadRequest(BadRequest.late(readTimeout.toMillis()));
      }
      return sending ? send() : receive();
    } catch (BadRequest bad) {
      LOG.log(Level.WARNING, bad.getMessage());
    } catch (IOException lost) {
      LOG.log(Level.DEBUG, "parting from a client", lost);
    }
    frames.leave();
    return 0;
  }

  /** A single read: the epoll tells of further input at once. */
  private int receive() throws IOException, BadRequest {
    int count = NativeSockets.receive(socket, frames.input());
    if (count < 0 && frames.isInside()) {
      throw new BadRequest(BadRequest.streamEnded());
    }
    if (count < 0) {
      throw new IOException("the client has ended");
    }
    if (count > 0 && frames.answerInput()) {
      sending = true;
      return send();
    }
    return Epoll.INPUT;
  }

  private int send() throws IOException, BadRequest {
    ByteBuffer answers = frames.answers();
    do {
      NativeSockets.send(socket, answers);
      if (answers.hasRemaining()) {
        return Epoll.ROOM;
      }
    } while (frames.answerMore());
    sending = false;
    return Epoll.INPUT;
  }

  void close() {
    NativeSockets.close(socket);
  }
}
