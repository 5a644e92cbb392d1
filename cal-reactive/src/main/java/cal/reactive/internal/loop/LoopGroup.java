package cal.reactive.internal.loop;

import java.io.IOException;

/** The loops of one model, as one of them and its thread know the others. Thread-safe. */
public interface LoopGroup {
  /**
   * Called by a loop that has nothing to do: helps the others.
   *
   * @return how long it may sleep, in milliseconds; {@link Long#MAX_VALUE} for ever
   */
  long help(Loop idle) throws IOException;

  /** How long a loop may sleep after all: not for good while another is awake. */
  long limit(Loop sleeper, long millis);

  /** Called by a loop that slept: another one has to look after it now. */
  void woke(Loop loop);

  /**
   * Has a spare thread serve a loop, unless the turn that keeps the loop's thread ends before.
   *
   * @param kept the thread that serves it
   * @param turn that keeps it
   */
  void relieve(Loop loop, LoopThread kept, long turn);

  /** Called by each loop that goes on as a scheduler alone. */
  void hasClosedAll();

  /** Called by each loop when it has ended. */
  void finished();
}
