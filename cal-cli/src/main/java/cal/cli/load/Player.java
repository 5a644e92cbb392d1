package cal.cli.load;

import cal.cli.load.Client.State;
import cal.cli.load.exchange.Exchange;
import cal.cli.load.result.ErrorKind;
import cal.cli.load.result.Sessions;
import cal.cli.support.TokenBucket;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Plays clients: connects, asks, checks the answer, asks again. Next to nothing is allocated for a
 * request of a long session. Confined to a loop, except {@link #answers}.
 */
class Player {
  /** Answers so far, for the progress; written by the loop alone. */
  final AtomicLong answers = new AtomicLong();

  /** The counts; the loop sets new counts for each round. */
  Tally tally;

  /** Whether a client asks again after an answer. */
  boolean sending;

  /** The pace of requests; set once, by the loop. */
  Pacer pacer = this::ask;

  /** Answers from this moment on are late; as {@code nanoTime}. */
  long windowEnd;

  /** Whether the server stands still until clients ask again. */
  boolean held;

  /** The clients in wish of a connection. */
  final ConnectQueue connects;

  /** The clients that ask first once clients ask again, in this order. */
  private final SequencedSet<Client> later = new LinkedHashSet<>();

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
  private final TokenBucket link;
  private final Selector selector;

  /** A client reads so much at once: a large file costs few calls of the system. */
  private final ByteBuffer input = ByteBuffer.allocateDirect(128 << 10);

  Player(LoadSpec spec, Selector selector) {
    this.selector = selector;
    sessions = spec.sessions();
    exchanges = spec.workload().exchanges();
    requests = exchanges.stream().map(e -> e.request().duplicate()).toArray(ByteBuffer[]::new);
    connector = new Connector(spec.server());
    link = new TokenBucket(spec.megabits());
    connects = ConnectQueue.of(spec.pace());
  }

  /** How many clients wait for an answer, or for a connection. */
  int unanswered() {
    return inFlight + connecting + (sessions == Sessions.SHORT ? connects.size() : 0);
  }

  /** Asks, in a short session on a new connection; the latency counts from {@code since}. */
  void ask(Client client, long since) {
    if (sessions == Sessions.SHORT && client.state != State.IDLE) {
      wish(client, since);
    } else {
      send(client, since);
    }
  }

  /** A client wishes for a connection, since a moment. */
  void wish(Client client, long since) {
    client.since = since;
    client.state = State.WAITING;
    connects.add(client);
  }

  /** Asks, or does so once clients ask again. */
  void free(Client client, long now) {
    if (sending) {
      pacer.free(client, now);
    } else {
      later(client);
    }
  }

  /** Asks once clients ask again. */
  void later(Client client) {
    later.add(client);
  }

  /** Clients ask again. */
  void askAgain(long now) {
    List<Client> first = List.copyOf(later);
    later.clear();
    for (Client client : first) {
      if (sessions == Sessions.SHORT && client.state == State.IDLE) {
        send(client, client.since);
      } else {
        pacer.free(client, now);
      }
    }
  }

  /** Opens the next connections; failures are counted. */
  void connect(long now) {
    for (Client next = connects.next(now); next != null; next = connects.next(now)) {
      connect(next);
    }
  }

  private void connect(Client client) {
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
      fail(client, ErrorKind.ofConnecting(e), e.getMessage());
    }
  }

  private void connected(Client client) {
    attempts++;
    connecting--;
    connects.remove(client);
    connected++;
    client.known = true;
    client.state = State.IDLE;
    long now = System.nanoTime();
    if (sessions == Sessions.LONG) {
      free(client, now);
      return;
    }
    tally.connected(now - client.since);
    if (sending) {
      send(client, client.since);
      return;
    }
    if (!held) {
      disconnect(client, State.UNCONNECTED);
    }
    later(client);
  }

  /** Asks the client's next request, with its latency from {@code since} on. */
  void send(Client client, long since) {
    client.since = since;
    client.sent = 0;
    client.await(exchanges.get(client.exchange));
    client.state = State.WRITING;
    inFlight++;
    write(client);
  }

  /** Goes on with a client of a ready channel. */
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
      fail(client, ErrorKind.ofConnecting(e), e.getMessage());
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
    if (request.hasRemaining()) {
      client.listen(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    } else {
      client.state = State.READING;
      client.listen(SelectionKey.OP_READ);
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
    link.pass(input.flip().remaining());
    if (client.state != State.READING) {
      String what = "bytes that nobody asked for: " + Shown.bytes(input);
      fail(client, exchanges.getFirst().closedOr(ErrorKind.PROTOCOL, input), what);
      return;
    }
    do {
      check(client);
    } while (input.hasRemaining() && client.inFlight());
  }

  /** Takes an answer, or the part there. */
  private void check(Client client) {
    Exchange part = client.part;
    switch (client.take(input)) {
      case PARTIAL -> {}
      case COMPLETE -> {
        if (part.next() == null && input.hasRemaining() && !part.isFarewell(input)) {
          fail(client, ErrorKind.PROTOCOL, "more than one answer: " + Shown.bytes(input));
        } else {
          answered(client, false);
        }
      }
      case REFUSED -> answered(client, true);
      case WRONG -> {
        // A farewell may stand behind the answer before.
        ErrorKind kind = exchanges.getFirst().closedOr(ErrorKind.WRONG_ANSWER, input);
        fail(
            client,
            part.isRefusal(input.rewind()) ? ErrorKind.REFUSED : kind,
            "got " + Shown.bytes(input.rewind()));
      }
    }
  }

  private void answered(Client client, boolean refused) {
    long now = System.nanoTime();
    lastAnswer = now;
    if (refused) {
      tally.error(ErrorKind.REFUSED);
    } else {
      tally.answer(client, now, now - windowEnd >= 0);
      answers.lazySet(answers.get() + 1);
    }
    if (client.part.next() != null) {
      client.await(client.part.next());
      return;
    }
    inFlight--;
    client.exchange = client.exchange + 1 == exchanges.size() ? 0 : client.exchange + 1;
    client.state = State.IDLE;
    if (sessions == Sessions.SHORT && client.part.last()) {
      disconnect(client, State.UNCONNECTED);
    }
    free(client, now);
  }

  /** Counts an error; the client rests before the next connection. */
  void fail(Client client, ErrorKind kind, String what) {
    tally.error(kind, what);
    if (client.state == State.IDLE) {
      pacer.lost(client);
      later.remove(client);
    }
    disconnect(client, State.RESTING);
    client.since = System.nanoTime();
  }

  private void disconnect(Client client, State next) {
    switch (client.state) {
      case WAITING, CONNECTING -> {
        attempts++;
        connecting -= client.state == State.CONNECTING ? 1 : 0;
        connects.remove(client);
      }
      default -> {
        connected--;
        inFlight -= client.inFlight() ? 1 : 0;
      }
    }
    client.state = next;
    if (client.channel != null) {
      close(client.channel);
    }
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
