package simulated.plants;

import java.io.IOException;

/** Answers a line, on a thread of the server's pool. */
interface Service {
  String answer(String line) throws IOException, InterruptedException;

  /** The session of the calling thread has ended. */
  default void gone() {}
}
