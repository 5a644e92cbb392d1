package cal.reactive.internal.loop;

import java.io.IOException;

/** The loops of a model, as known to a loop and its thread. Thread-safe. */
public interface LoopGroup {
  /**
   * Called by an idle loop: helps the others.
   *
   * @return the longest sleep, in milliseconds; {@link Long#MAX_VALUE} for ever
   */
  long help(Loop idle) throws IOException;

  /** How long a loop may sleep after all: not for good while another is awake. */
  long limit(Loop sleeper, long millis);

  /** Called by a loop after a sleep: another loop has to look after this loop now. */
  void woke(Loop loop);

  /**
   * Has a spare thread serve a loop, unless the keeping turn ends before.
   *
   * @param kept the serving thread
   * @param turn of the kept thread
   */
  void relieve(Loop loop, LoopThread kept, long turn);

  /** Called by each loop that goes on as a scheduler alone. */
  void hasClosedAll();

  /** Called by each ended loop. */
  void finished();
}
