package cal.reactive.internal.step;

import cal.reactive.internal.loop.Loop;

/** A socket whose input a step may await without a thread. Thread-safe. */
public interface InputSource {
  /** The input, where a loop or one of its group tells of it; otherwise null. */
  ExpectedRead inputToldBy(Loop loop);
}
