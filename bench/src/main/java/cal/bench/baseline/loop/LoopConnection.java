package cal.bench.baseline.loop;

import cal.bench.baseline.upload.BadRequest;
import cal.bench.baseline.upload.CountingStore;
import cal.bench.baseline.upload.Frames;
import cal.sample.upload.Protocol;
import cal.sample.upload.Statistics;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;

/**
 * A client's uploads as a state machine. A complete frame is stored in place; the rest of an
 * incomplete frame is read into a buffer of its own, with a copy of the first piece alone. All
 * answers leave in a single write, after the loop has read from all ready clients. Nothing is read
 * from a client with untaken answers. Confined to a loop.
 */
final class LoopConnection {
  private static final Logger LOG = System.getLogger(LoopConnection.class.getName());

  /** The number of dropped bytes of a refused client, as in the sample. */
  private static final int LINGER_BYTES = 4 << 20;

  /** Room behind a frame: a read short of this room has got all bytes there. */
  private static final int SLACK = 64;

  /** The deadline, for a connection among {@link Deadlines}. */
  long due;

  private final Loop<?> loop;
  private final ClientSocket socket;
  private final CountingStore store;
  private final Statistics.Tally tally;
  private int header;
  private int headerBytes;
  private ByteBuffer frame;
  private int frameBytes;
  private ByteBuffer unsent;

  /** The begin and end of the answers in the loop's output. */
  private int answers;

  private int answersEnd;
  private boolean answered;
  private boolean late;
  private boolean leaving;
  private int dropped;

  LoopConnection(Loop<?> loop, ClientSocket socket, CountingStore store) {
    this.loop = loop;
    this.socket = socket;
    this.store = store;
    tally = loop.statistics.join(Protocol.UPLOAD, socket.address());
  }

  /** Reads once. */
  void inputIsThere() {
    try {
      if (leaving) {
        drop();
      } else {
        read();
      }
    } catch (IOException lost) {
      end(lost);
    }
  }

  /** Sends the rest of untaken answers. */
  void roomIsThere() {
    try {
      sendRest();
    } catch (IOException lost) {
      end(lost);
    }
  }

  private void read() throws IOException {
    answers = loop.output.position();
    int count = socket.read(frame == null ? loop.input.clear() : frame);
    if (count > 0) {
      try {
        take();
      } catch (BadRequest bad) {
        end(bad.getMessage());
        return;
      }
      watch();
      answersEnd = loop.output.position();
      if (answersEnd > answers) {
        loop.answered.add(this);
      }
    } else if (count < 0 && insideRequest()) {
      end(BadRequest.streamEnded());
    } else if (count < 0) {
      close();
    }
  }

  /** Answers all complete frames. */
  private void take() throws BadRequest, IOException {
    if (frame == null) {
      takeFrames(loop.input.flip());
    } else if (frame.position() >= frameBytes) {
      takeFrame();
    }
  }

  private void takeFrame() throws BadRequest, IOException {
    ByteBuffer in = frame.flip();
    frame = null;
    try {
      begin(frameBytes, in);
      takeFrames(in);
    } finally {
      loop.frames.give(in);
    }
  }

  private void takeFrames(ByteBuffer in) throws BadRequest, IOException {
    while (in.hasRemaining()) {
      if (headerBytes == 0 && in.remaining() >= Frames.HEADER) {
        begin(in.getInt(), in);
      } else {
        header = (header << 8) | (in.get() & 0xff);
        if (++headerBytes == Frames.HEADER) {
          int length = header;
          header = 0;
          headerBytes = 0;
          begin(length, in);
        }
      }
    }
  }

  private void begin(int length, ByteBuffer in) throws BadRequest, IOException {
    int left = in.remaining() - Frames.checked(length);
    if (left < 0) {
      frame = loop.frames.take(length + SLACK).put(in);
      frameBytes = length;
      return;
    }
    int end = in.limit();
    in.limit(end - left);
    int crc = store.store(in);
    in.limit(end);
    answer(length, Integer.BYTES).putInt(crc);
  }

  private boolean insideRequest() {
    return headerBytes > 0 || frame != null;
  }

  private void release() {
    if (frame != null) {
      loop.frames.give(frame);
      frame = null;
    }
  }

  /** A request's time begins when first found incomplete. */
  private void watch() {
    boolean inside = insideRequest();
    if (late && (answered || !inside)) {
      late = false;
      loop.late.remove(this);
    }
    if (inside && !late) {
      late = true;
      loop.late.add(this);
    }
    answered = false;
  }

  /** Counts a request, and returns the place of an answer of so many bytes. */
  private ByteBuffer answer(int requestBytes, int bytes) throws IOException {
    loop.statistics.count(tally, requestBytes);
    answered = true;
    if (loop.output.remaining() < bytes) {
      sendNow();
      loop.sendAnswers();
      answers = 0;
    }
    return loop.output;
  }

  /** Sends the answers put since the begin of the read, last in the output. */
  private void sendNow() throws IOException {
    ByteBuffer output = loop.output;
    output.limit(output.position()).position(answers);
    send(output);
    output.limit(output.capacity()).position(answers);
  }

  /** Sends the answers that waited for other clients' requests. */
  void sendAnswers(ByteBuffer output) {
    output.limit(answersEnd).position(answers);
    try {
      send(output);
    } catch (IOException lost) {
      end(lost);
    }
  }

  private void send(ByteBuffer output) throws IOException {
    if (unsent == null && output.hasRemaining()) {
      socket.write(output);
    }
    if (output.hasRemaining()) {
      keep(output);
      socket.awaitRoom();
    }
  }

  private void keep(ByteBuffer rest) {
    int before = unsent == null ? 0 : unsent.remaining();
    ByteBuffer all = loop.frames.take(before + rest.remaining());
    if (before > 0) {
      all.put(unsent);
      loop.frames.give(unsent);
    }
    unsent = all.put(rest).flip();
  }

  private void sendRest() throws IOException {
    socket.write(unsent);
    if (!unsent.hasRemaining()) {
      giveUnsentBack();
      socket.awaitInput();
      if (leaving) {
        endOutput();
      }
    }
  }

  private void giveUnsentBack() {
    loop.frames.give(unsent);
    unsent = null;
  }

  /** The rest of a request did not come in time. */
  void expire() {
    late = false;
    answers = loop.output.position();
    try {
      end(BadRequest.late(loop.readTimeout.toMillis()));
    } catch (IOException lost) {
      end(lost);
    }
  }

  /** Refuses, and closes after the client has read all answers; see the sample's reasons. */
  private void end(String reason) throws IOException {
    LOG.log(Level.WARNING, () -> socket.address() + " " + reason);
    leaving = true;
    if (late) {
      loop.late.remove(this);
    }
    release();
    sendNow();
    if (unsent == null) {
      endOutput();
    }
  }

  private void endOutput() throws IOException {
    socket.shutdownOutput();
    loop.leaving.add(this);
  }

  private void drop() throws IOException {
    int count = socket.read(loop.input.clear());
    dropped += Math.max(0, count);
    if (count < 0 || dropped > LINGER_BYTES) {
      close();
    }
  }

  private void end(IOException lost) {
    LOG.log(Level.DEBUG, "connection lost", lost);
    close();
  }

  /** Closes at once. */
  void close() {
    loop.late.remove(this);
    loop.leaving.remove(this);
    release();
    if (unsent != null) {
      giveUnsentBack();
    }
    loop.statistics.leave(tally);
    socket.close();
  }
}
