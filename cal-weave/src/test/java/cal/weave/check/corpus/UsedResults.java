package cal.weave.check.corpus;

/** Callers that wait for an answer which a spawned call does not give. */
// --spawn boolean *..UsedResults.Connection.serve()
// --spawn int *..UsedResults.Connection.count()
@SuppressWarnings("UnusedVariable")
final class UsedResults {
  private boolean last;

  boolean returned(Connection connection) {
    return connection.serve(); // finds 1.3
  }

  void kept(Connection connection) {
    last = connection.serve(); // finds 1.3
  }

  void decided(Connection connection) {
    if (!connection.serve()) { // finds 1.3
      connection.report();
    }
  }

  void decidedInALoop(Iterable<Connection> connections) {
    for (Connection connection : connections) {
      if (connection.serve()) { // finds 1.3
        connection.report();
      }
    }
  }

  int counted(Connection connection) {
    return 1 + connection.count(); // finds 1.3
  }

  void driven(Connection connection) {
    while (connection.serve())
      ;
  }

  void drivenByName(Connection connection) {
    boolean more;
    do {
      more = connection.serve();
    } while (more);
  }

  void drivenWhileOpen(Iterable<Connection> connections) {
    for (Connection connection : connections) {
      while (connection.isOpen() && connection.serve())
        ;
    }
  }

  void dropped(Connection connection) {
    boolean unused = connection.serve();
    connection.count();
  }

  /** One client. */
  static class Connection {
    boolean serve() {
      return false;
    }

    boolean isOpen() {
      return true;
    }

    int count() {
      return 0;
    }

    void report() {}
  }

  /** A call on super is no join point of AspectJ's, hence not captured. */
  static final class Loud extends Connection {
    @Override
    boolean serve() {
      report();
      return super.serve();
    }
  }
}
