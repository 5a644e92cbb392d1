package cal.core.internal.socket;

import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.AwaitedSocket;
import cal.core.internal.activity.InputWait;
import cal.core.internal.activity.TimedWait;
import cal.core.internal.support.WeakIdentityMap;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.Objects;
import javax.net.ssl.SSLSocket;

/**
 * The input of a socket, which tells the activity that reads it when bytes come: a call of a reader
 * above it may read many. An {@link OwnInterrupt} does not close the socket. As thread-safe as the
 * socket's own stream.
 */
final class HeardInput extends FilterInputStream implements TimedWait.Source {
  /** Sockets that woven code has made to ask others: these are no clients of the server. */
  private static final WeakIdentityMap<Boolean> ASKING = new WeakIdentityMap<>();

  /** Whether there has ever been one: most servers ask nobody. */
  private static volatile boolean asks;

  /** Whether its bytes are those of a client, and are told as they come. */
  private final boolean hears;

  /** Null where others may not ask it. */
  private final Socket socket;

  /** The reader of the last read, mostly that of the next: by a race, so each read looks. */
  private InputWait last;

  private HeardInput(Socket socket, InputStream in, boolean hears) {
    super(in);
    this.hears = hears;
    this.socket = AwaitedSocket.ofAnyThread(socket);
  }

  /**
   * Notes a socket that asks another server: while that is silent, the client waits for its answer.
   *
   * @return the socket
   */
  static Object ofClient(Object socket) {
    asks = true;
    ASKING.get(socket, () -> true);
    return socket;
  }

  /** Notes that a socket is a client's after all: a listener has accepted with it. */
  static void accepted(Object socket) {
    if (asks) {
      ASKING.remove(socket);
    }
  }

  /**
   * The stream for woven code. That of a socket which asks others tells nothing, and neither does
   * that of TLS: it may hold bytes back until a record is whole, so that its clients are never
   * known to be silent.
   *
   * @param stream the socket's own
   */
  static Object of(Socket socket, Object stream) {
    boolean hears = !(socket instanceof SSLSocket) && !(asks && ASKING.find(socket) != null);
    return !(stream instanceof HeardInput) && stream instanceof InputStream in
        ? new HeardInput(socket, in, hears)
        : stream;
  }

  /** The wait for the input that the calling thread reads from a stream or reader, or null. */
  static InputWait readerOf(Object source) {
    return source instanceof HeardInput heard ? heard.reader() : AttachedThread.currentReader();
  }

  /** Before a call that is a single read, where its source is the stream of a socket. */
  static void beforeSingle(Object source) {
    InputWait reader = readerOf(source);
    if (reader == null) {
      return;
    }
    if (source instanceof HeardInput heard && heard.hears) {
      reader.beforeSingle(heard.socket);
    } else {
      reader.beforeInput();
    }
  }

  private InputWait reader() {
    InputWait reader = last;
    if (reader == null || !reader.isReadHere()) {
      reader = AttachedThread.currentReader();
      last = reader;
    }
    return reader;
  }

  @Override
  public int read() throws IOException {
    InputWait reader = before();
    int kept = kept(reader);
    if (kept >= 0) {
      return kept;
    }
    int one = first();
    after(reader, one < 0 ? -1 : 1);
    return one;
  }

  @Override
  public int first() throws IOException {
    boolean putAside = OwnInterrupt.putAside();
    try {
      return in.read();
    } finally {
      OwnInterrupt.restore(putAside);
    }
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    InputWait reader = before();
    int kept = length == 0 ? -1 : kept(reader);
    boolean putAside = OwnInterrupt.putAside();
    try {
      if (kept >= 0) {
        Objects.checkFromIndexSize(offset, length, target.length);
        target[offset] = (byte) kept;
        int more = length > 1 && in.available() > 0 ? in.read(target, offset + 1, length - 1) : 0;
        return 1 + Math.max(0, more);
      }
      int count = in.read(target, offset, length);
      after(reader, count);
      return count;
    } finally {
      OwnInterrupt.restore(putAside);
    }
  }

  @Override
  public int available() throws IOException {
    return in.available() + (keepsByte() ? 1 : 0);
  }

  @Override
  public long skip(long count) throws IOException {
    return count > 0 && keepsByte() && read() >= 0 ? 1 + in.skip(count - 1) : in.skip(count);
  }

  @Override
  public Socket socket() {
    return socket;
  }

  /** The byte that a wait before the step has kept; negative for none. */
  private int kept(InputWait reader) throws IOException {
    if (reader instanceof TimedWait timed) {
      int kept = timed.takeKept(this);
      timed.readFrom(this);
      return kept;
    }
    return -1;
  }

  private boolean keepsByte() {
    return TimedWait.keeps()
        && AttachedThread.currentReader() instanceof TimedWait timed
        && timed.isKept(this);
  }

  private InputWait before() {
    InputWait reader = hears ? reader() : null;
    if (reader != null) {
      reader.beforeBytes(socket);
    }
    return reader;
  }

  private static void after(InputWait reader, int count) {
    if (reader != null && count > 0) {
      reader.afterBytes();
    } else if (reader != null && count < 0) {
      reader.afterEnd();
    }
  }
}
