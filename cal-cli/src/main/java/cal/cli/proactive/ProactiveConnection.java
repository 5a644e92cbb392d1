package cal.cli.proactive;

import cal.proactor.AioHandle;
import cal.proactor.AioOperation;
import cal.proactor.Proactor;
import cal.sample.web.http.HttpConnection;
import cal.sample.web.http.Input;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A client's conversation by handlers: an operation at a time. With each piece of a request the
 * parser goes on; the handler of the request has no part of it before. For a single thread at a
 * time, except {@link #endLate} and {@link #drain}.
 *
 * <pre>
 *   read --all of a request--&gt; send --&gt; read ...
 *    |  '--late inside a request--&gt; send 408 --.
 *    '--end, late, drained--&gt; closed           |
 *   send --the last answer-------&gt; linger &lt;----' --end, late--&gt; closed
 * </pre>
 */
final class ProactiveConnection {
  private static final Logger LOG = System.getLogger(ProactiveConnection.class.getName());

  /** Answers made before others go on. */
  private static final int BATCH = 16;

  /** The sample's times to listen to a client after the last answer. */
  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** The conversation has no socket of the JDK. */
  private static final Socket NONE = new Socket();

  private final ProactiveAcceptor acceptor;
  private final AioHandle client;
  private final Received received = new Received();
  private final Answers answers;
  private final Consumer<AioOperation> hasRead = orClose(this::hasRead);
  private final Consumer<AioOperation> hasSent = orClose(this::hasSent);
  private final Input input;
  private final HttpConnection conversation;
  private boolean goesOn = true;

  /** All bytes are read: the next request, or the rest of the present one, is still to come. */
  private boolean needsMore;

  /** A request has begun, and is not there in full. */
  private boolean inside;

  /** The client has no request under way; set before {@link #reading}. */
  private boolean idle;

  private volatile AioOperation reading;
  private volatile long since;
  private volatile long patience;
  private volatile boolean late;

  ProactiveConnection(ProactiveAcceptor acceptor, AioHandle client, Proactor proactor) {
    this.acceptor = acceptor;
    this.client = client;
    this.answers = Answers.of(proactor);
    this.patience = acceptor.idleNanos();
    this.input = new Input(received, false, answers);
    this.conversation =
        new HttpConnection(NONE, NONE, input, answers, acceptor.handler(), acceptor);
  }

  /** A step of the conversation, which ends with whatever is thrown. */
  private Consumer<AioOperation> orClose(Consumer<AioOperation> step) {
    return ended -> {
      try {
        step.accept(ended);
      } catch (RuntimeException | Error failure) {
        close();
        throw failure;
      }
    };
  }

  /** Waits for the first request. */
  void begin() {
    orClose(accept -> read()).accept(null);
  }

  /** Reads a request, or more of the present one. */
  private void read() {
    idle = !inside;
    read(hasRead);
  }

  private void read(Consumer<AioOperation> then) {
    late = false;
    since = System.nanoTime();
    reading = AioOperation.read(client, received.room(), then);
    acceptor.start(reading);
  }

  private void hasRead(AioOperation read) {
    reading = null;
    boolean cut = read.failure() instanceof CancellationException;
    if (cut && late && inside) {
      received.beLate();
      answer();
    } else if (read.failure() != null || read.count() < 0) {
      close();
    } else {
      answer();
    }
  }

  /** Answers requests that have come, and sends the answers. */
  private void answer() {
    try {
      needsMore = false;
      for (int i = 0; i < BATCH && goesOn && !needsMore && !answers.isFull(); i++) {
        needsMore = !answerNext() || (received.isEmpty() && input.buffered() == 0);
      }
      answers.rest();
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, () -> client + " is lost: " + failure);
      close();
      return;
    }
    if (answers.isEmpty()) {
      next();
    } else {
      answers.send(client, hasSent);
    }
  }

  /** Answers a request; false where the request is not there in full. */
  private boolean answerNext() throws IOException {
    try {
      if (!inside) {
        inside = input.awaitRequest();
      }
      goesOn = conversation.answer();
    } catch (Received.More rest) {
      return false;
    }
    inside = false;
    return true;
  }

  private void hasSent(AioOperation sent) {
    if (sent.failure() != null) {
      close();
    } else if (!answers.sendRest(client, hasSent)) {
      try {
        answers.clear();
      } catch (IOException failure) {
        LOG.log(Level.DEBUG, "closing a file", failure);
      }
      next();
    }
  }

  private void next() {
    if (!goesOn) {
      closeInPeace();
    } else if (needsMore) {
      read();
    } else {
      answer();
    }
  }

  /** As the sample's: the client may take the last answer before the connection is closed. */
  private void closeInPeace() {
    try {
      client.shutdownOutput();
    } catch (IOException | UnsupportedOperationException gone) {
      LOG.log(Level.DEBUG, "ending an output", gone);
    }
    patience = SILENT_NANOS;
    idle = false;
    drop(System.nanoTime() + LINGER_NANOS);
  }

  private void drop(long end) {
    read(
        orClose(
            read -> {
              reading = null;
              if (read.failure() != null || read.count() < 0 || System.nanoTime() - end > 0) {
                close();
              } else {
                drop(end);
              }
            }));
  }

  /** Ends a read that has waited for too long. */
  void endLate(long now) {
    AioOperation present = reading;
    if (present != null && now - since > patience) {
      late = true;
      acceptor.cancel(present);
    }
  }

  /** Ends a read between requests. */
  void drain() {
    AioOperation present = reading;
    if (present != null && idle) {
      acceptor.cancel(present);
    }
  }

  private void close() {
    acceptor.left(this);
    try (client) {
      answers.clear();
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, "closing", failure);
    }
  }
}
