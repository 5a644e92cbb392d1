package cal.bench.load;

import cal.bench.load.Client.State;
import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Plays clients: connects, asks, checks the answer, asks again. Nothing is allocated for a request
 * of a long session. Confined to its loop, but for {@link #answers}.
 */
class Player {
  /** Answers so far, for showing progress; the loop alone writes it. */
  final AtomicLong answers = new AtomicLong();

  /** Where things are counted; the loop sets a new one for each round. */
  Tally tally;

  /** Whether a client that has its answer asks again. */
  boolean sending;

  /** When it does; set once, by the loop. */
  Pacer pacer = this::ask;

  /** Answers from this moment on are late; as {@code nanoTime}. */
  long windowEnd;

  /** How often connecting has come to an end, good or bad. */
  long attempts;

  int connecting;
  int connected;
  int inFlight;
  long lastAnswer;

  private final Sessions sessions;
  private final List<Exchange> exchanges;
  private final ByteBuffer[] requests;
  private final Connector connector;
  private final Selector selector;
  private final ByteBuffer input = ByteBuffer.allocateDirect(4096);

  Player(LoadSpec spec, Selector selector) {
    this.selector = selector;
    sessions = spec.sessions();
    exchanges = spec.workload().exchanges();
    requests = exchanges.stream().map(e -> e.request().duplicate()).toArray(ByteBuffer[]::new);
    connector = new Connector(spec.server());
  }

  /** How many clients wait for an answer, or for a connection. */
  int unanswered() {
    return inFlight + connecting;
  }

  /** Asks, in a short session on a new connection; the latency counts from {@code since}. */
  void ask(Client client, long since) {
    if (sessions == Sessions.SHORT) {
      connect(client, since);
    } else {
      send(client, since);
    }
  }

  /** Opens a connection; whatever goes wrong is counted. */
  void connect(Client client, long since) {
    client.since = since;
    client.state = State.CONNECTING;
    connecting++;
    try {
      client.channel = connector.open();
      boolean done = client.channel.isConnected();
      client.key =
          client.channel.register(
              selector, done ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, client);
      if (done) {
        connected(client);
      }
    } catch (IOException e) {
      fail(client, connectError(e), e.getMessage());
    }
  }

  private void connected(Client client) {
    attempts++;
    connecting--;
    connected++;
    client.state = State.IDLE;
    if (sessions == Sessions.LONG) {
      if (sending) {
        pacer.free(client, System.nanoTime());
      }
    } else if (sending) {
      send(client, client.since);
    } else {
      disconnect(client, State.UNCONNECTED);
    }
  }

  /** Asks the client's next request, whose latency counts from {@code since}. */
  void send(Client client, long since) {
    client.since = since;
    client.sent = 0;
    client.received = 0;
    client.state = State.WRITING;
    inFlight++;
    write(client);
  }

  /** Goes on with a client whose channel is ready. */
  void ready(SelectionKey key) {
    Client client = (Client) key.attachment();
    try {
      if (client.state == State.CONNECTING) {
        if (client.channel.finishConnect()) {
          key.interestOps(SelectionKey.OP_READ);
          connected(client);
        }
        return;
      }
    } catch (IOException e) {
      fail(client, connectError(e), e.getMessage());
      return;
    }
    if (key.isReadable()) {
      read(client);
    }
    if (client.state == State.WRITING && key.isValid() && key.isWritable()) {
      write(client);
    }
  }

  private void write(Client client) {
    ByteBuffer request = requests[client.exchange];
    request.clear().position(client.sent);
    try {
      client.channel.write(request);
    } catch (IOException e) {
      fail(client, ErrorKind.RESET, e.getMessage());
      return;
    }
    client.sent = request.position();
    if (!request.hasRemaining()) {
      client.state = State.READING;
      if (client.key.interestOps() != SelectionKey.OP_READ) {
        client.key.interestOps(SelectionKey.OP_READ);
      }
    } else if (client.key.interestOps() == SelectionKey.OP_READ) {
      client.key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    }
  }

  private void read(Client client) {
    input.clear();
    try {
      if (client.channel.read(input) < 0) {
        fail(client, ErrorKind.CLOSED, "the server ended the stream before it had answered");
        return;
      }
    } catch (IOException e) {
      fail(client, ErrorKind.RESET, e.getMessage());
      return;
    }
    input.flip();
    if (client.state != State.READING) {
      fail(client, ErrorKind.PROTOCOL, "bytes that nobody asked for: " + Shown.bytes(input));
      return;
    }
    int length = input.remaining();
    Exchange exchange = exchanges.get(client.exchange);
    switch (exchange.compare(input, client.received)) {
      case PARTIAL -> client.received += length;
      case COMPLETE -> answered(client);
      case WRONG -> wrong(client, exchange.isRefusal(input.rewind()));
      case TOO_MUCH -> fail(client, ErrorKind.PROTOCOL, "more than one answer to one request");
    }
  }

  private void wrong(Client client, boolean refused) {
    fail(
        client,
        refused ? ErrorKind.REFUSED : ErrorKind.WRONG_ANSWER,
        "got " + Shown.bytes(input.rewind()));
  }

  private void answered(Client client) {
    long now = System.nanoTime();
    inFlight--;
    lastAnswer = now;
    tally.answer(client.index, now - client.since, now - windowEnd >= 0);
    answers.lazySet(answers.get() + 1);
    client.exchange = client.exchange + 1 == exchanges.size() ? 0 : client.exchange + 1;
    client.state = State.IDLE;
    if (sessions == Sessions.SHORT) {
      disconnect(client, State.UNCONNECTED);
    }
    if (sending) {
      pacer.free(client, now);
    }
  }

  /** Counts an error; the client rests before it connects again. */
  void fail(Client client, ErrorKind kind, String what) {
    tally.error(kind);
    if (tally.firstMistake == null) {
      tally.firstMistake = kind + ": " + what;
    }
    if (client.state == State.IDLE) {
      pacer.lost(client);
    }
    disconnect(client, State.RESTING);
    client.since = System.nanoTime();
  }

  private void disconnect(Client client, State next) {
    if (client.state == State.CONNECTING) {
      attempts++;
      connecting--;
    } else {
      connected--;
      inFlight -= client.inFlight() ? 1 : 0;
    }
    client.state = next;
    if (client.channel != null) {
      close(client.channel);
    }
  }

  private static ErrorKind connectError(IOException e) {
    return e instanceof ConnectException ? ErrorKind.CONNECT_REFUSED : ErrorKind.CONNECT_FAILED;
  }

  /** Closes; a failure to do so counts as a reset. */
  void close(Closeable resource) {
    try {
      resource.close();
    } catch (IOException e) {
      tally.error(ErrorKind.RESET);
    }
  }
}
