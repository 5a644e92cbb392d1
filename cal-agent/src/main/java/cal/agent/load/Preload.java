package cal.agent.load;

import cal.core.internal.support.CalThread;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;

/**
 * Loads and verifies the weaver's classes on a thread of its own, in the order in which they will
 * be needed at a first start. Stateless.
 */
final class Preload {
  /** The classes of AspectJ that a first start loads, a name a line; a test compares them. */
  private static final String LIST = "/META-INF/cal/weaver-classes";

  private Preload() {}

  /** Begins; the thread ends with the list. */
  static void start() {
    CalThread.ofTask("cal-preload", Preload::loadAll).start();
  }

  private static void loadAll() {
    URL list = Preload.class.getResource(LIST);
    if (list == null) {
      log(LIST, new FileNotFoundException(LIST));
      return;
    }
    try (BufferedReader names =
        new BufferedReader(new InputStreamReader(list.openStream(), StandardCharsets.US_ASCII))) {
      for (String name = names.readLine(); name != null; name = names.readLine()) {
        load(name);
      }
    } catch (IOException failure) {
      log(LIST, failure);
    }
  }

  /** Not initialised: two threads that initialise AspectJ might wait for each other for good. */
  private static void load(String name) {
    try {
      Class<?> type = Class.forName(name, false, Preload.class.getClassLoader());
      // To ask a class for its constructors links it, which is to verify it.
      Object unused = type.getDeclaredConstructors();
    } catch (ClassNotFoundException | LinkageError failure) {
      log(name, failure);
    }
  }

  /** Only a note: code that needs the class reports the failure itself. */
  private static void log(String what, Throwable failure) {
    System.getLogger("cal").log(System.Logger.Level.DEBUG, what + " is not preloaded", failure);
  }
}
