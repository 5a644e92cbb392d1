package cal.test;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * The end of a test in another process. Immutable.
 *
 * @param failure the exception of the test, or of an assumption; empty for a passed test
 */
record Outcome(Optional<Throwable> failure) {
  /** Throws the failure, if any, with the model in the message. */
  void rethrow(String model) throws Throwable {
    if (failure.isEmpty()) {
      return;
    }
    Throwable thrown = failure.get();
    if (thrown instanceof TestAbortedException) {
      throw thrown;
    }
    String under = "under " + model + ": ";
    AssertionFailedError told =
        thrown instanceof AssertionFailedError known && known.isExpectedDefined()
            ? new AssertionFailedError(
                under + known.getMessage(), known.getExpected(), known.getActual(), known)
            : new AssertionFailedError(under + textOf(thrown), thrown);
    told.setStackTrace(thrown.getStackTrace());
    throw told;
  }

  private static String textOf(Throwable thrown) {
    return thrown instanceof AssertionError ? thrown.getMessage() : thrown.toString();
  }

  void write(Path file) throws IOException {
    Path beside = file.resolveSibling("outcome.part");
    try {
      writeObject(beside, failure.orElse(null));
    } catch (IOException notSerializable) {
      StringWriter trace = new StringWriter();
      failure.orElse(notSerializable).printStackTrace(new PrintWriter(trace, true));
      writeObject(beside, new AssertionError(trace.toString()));
    }
    Files.move(beside, file);
  }

  private static void writeObject(Path file, Throwable failure) throws IOException {
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
      out.writeObject(failure);
    }
  }

  /** Reads the file of the test's process, of the same classes. */
  static Outcome read(Path file) throws IOException {
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
      return new Outcome(Optional.ofNullable((Throwable) in.readObject()));
    } catch (ClassNotFoundException gone) {
      throw new IOException("a class of the test's failure is not on this class path", gone);
    }
  }
}
