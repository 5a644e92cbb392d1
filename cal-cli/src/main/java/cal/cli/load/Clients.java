package cal.cli.load;

import cal.cli.load.result.LoadResult;
import java.io.IOException;
import java.time.Duration;

/** The clients of a server, idle between slots. For a single thread at a time. */
public interface Clients extends AutoCloseable {
  /** Connects all or few clients to a server. */
  @FunctionalInterface
  interface Opening<S> {
    /** Connects {@code most} clients, or all if fewer, which ask at a pace. */
    Clients open(S server, int most, Pace pace) throws IOException, InterruptedException;
  }

  /**
   * Lets all clients ask for a time, of a server that may be held afterwards: an answer counts in
   * the slot of its arrival.
   */
  LoadResult slot(Duration window) throws InterruptedException;

  /** The same, with a wait for the answers, at most {@code drain}. */
  LoadResult round(Duration window, Duration drain) throws InterruptedException;

  /** How many answers each has got in all slots so far; exact between slots. */
  long[] answersByClient();

  /** Closes all connections. */
  @Override
  void close();
}
