package cal.reactive.internal.step;

import cal.reactive.internal.loop.Loop;

/** A socket with input for a step to await without a thread. Thread-safe. */
public interface InputSource {
  /** The input, if told by a loop of the group; otherwise null. */
  ExpectedRead inputToldBy(Loop loop);
}
