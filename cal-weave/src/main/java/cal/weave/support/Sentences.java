package cal.weave.support;

import java.util.function.IntSupplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The end of a command in a sentence, whatever it was given. Stateless. */
public final class Sentences {
  private Sentences() {}

  /**
   * Runs a command.
   *
   * @return its exit status
   * @throws ParameterException with a sentence, for the exit status 2
   */
  public static int of(CommandSpec spec, IntSupplier command) {
    try {
      return command.getAsInt();
    } catch (WeaveException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
      throw new ParameterException(
          spec.commandLine(),
          "%s has failed, so nothing is known: %s at %s; leave out damaged classes, or give fewer"
              .formatted(spec.name(), failure, place(failure)),
          failure);
    }
  }

  private static Object place(Throwable failure) {
    StackTraceElement[] stack = failure.getStackTrace();
    return stack.length == 0 ? "an unknown place" : stack[0];
  }
}
