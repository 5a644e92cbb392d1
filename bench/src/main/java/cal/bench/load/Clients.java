package cal.bench.load;

import java.io.IOException;
import java.time.Duration;

/** The clients of one server, idle between slots. For one thread at a time. */
public interface Clients extends AutoCloseable {
  /** Connects clients to a server, as many as there are to be, or few of them. */
  @FunctionalInterface
  interface Opening<S> {
    /** Connects {@code most} clients, or all if those are fewer, which ask at a pace. */
    Clients open(S server, int most, Pace pace) throws IOException, InterruptedException;
  }

  /**
   * Lets all of them ask for a time, of a server that may be held afterwards: an answer counts in
   * the slot in which it comes.
   */
  LoadResult slot(Duration window) throws InterruptedException;

  /** The same, and waits for the answers to what they have asked, at most {@code drain}. */
  LoadResult round(Duration window, Duration drain) throws InterruptedException;

  /** How many answers each has got in all slots so far; exact between slots. */
  long[] answersByClient();

  /** Closes all connections. */
  @Override
  void close();
}
