package cal.weave.check.corpus;

import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Activities that write what others write, too. */
// --spawn void *..SharedState.Connection.serve()
// --spawn void *..SharedState.handle(..)
// --region void *..SharedState.Statistics.counted()
@SuppressWarnings({"UnusedVariable", "NonAtomicVolatileUpdate"})
final class SharedState {
  private static int served;

  private final Statistics statistics = new Statistics();
  private final Map<String, Session> sessions = new ConcurrentHashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private static final List<String> LOG = new ArrayList<>();
  private int handled;

  void run(ServerSocket listener) throws java.io.IOException {
    while (!listener.isClosed()) {
      Socket socket = listener.accept();
      new Connection(this, socket).serve();
      handle(socket);
    }
  }

  void handle(Socket socket) {
    handled++; // finds 3.5
    new Parser(socket).parse();
  }

  /** One client. */
  static final class Connection {
    private final SharedState server;
    private final Parser parser;
    private int requests;
    private final Set<String> seen = new TreeSet<>();

    Connection(SharedState server, Socket socket) {
      this.server = server;
      this.parser = new Parser(socket);
    }

    void serve() {
      requests++;
      parser.parse();
      served++; // finds 3.5
      server.handled = requests; // finds 3.5
      server.statistics.requests++; // finds 3.5
      server.statistics.open = true;
      server.statistics.last = requests; // finds 3.5
      server.statistics.last = server.statistics.last + 1; // finds 3.5
      server.statistics.counted();
      server.sessions.get(parser.name).uses++; // finds 3.5
      Session fresh = new Session();
      fresh.uses = 1;
      server.sessions.put(parser.name, fresh);
      server.names.put(parser.name, ""); // finds 3.6
      server.names.get(parser.name);
      LOG.add(parser.name); // finds 3.6
      Map<String, String> same = server.names;
      same.computeIfAbsent("", key -> key); // finds 3.6
      seen.add(parser.name);
      List<String> own = new ArrayList<>();
      own.add(parser.name);
      parser.name = own.getFirst();
      server.statistics.counted();
    }
  }

  /** Made for one connection. */
  static final class Parser {
    private final Socket socket;
    private String name = "";

    Parser(Socket socket) {
      this.socket = socket;
    }

    void parse() {
      name = socket.toString();
    }
  }

  /** Found again by other connections. */
  static final class Session {
    private int uses;
  }

  /** One for all. */
  static final class Statistics {
    private int requests;
    private volatile boolean open;
    private volatile int last;

    private final List<Integer> all = new ArrayList<>();

    void counted() {
      requests++;
      all.add(requests);
    }
  }
}
