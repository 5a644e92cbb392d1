package cal.core;

import java.net.Socket;

/** The library's aspect, in so far as class files of bindings tell of it. */
public abstract class ActivityCapture {
  protected Socket awaits(Object target) {
    return null;
  }
}
