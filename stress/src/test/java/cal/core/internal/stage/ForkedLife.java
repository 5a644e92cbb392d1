package cal.core.internal.stage;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Bounds the life of a JVM that jcstress forks. Before it runs a test it tries each actor, and
 * waits for those without a limit: an actor that waits in vain would hang the build.
 */
public final class ForkedLife {
  /** The most thorough mode of jcstress takes a fifth of it. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private ForkedLife() {}

  /** To be called once by what may wait for ever. */
  public static void bound() {
    CompletableFuture.delayedExecutor(LIMIT.toSeconds(), TimeUnit.SECONDS, Runnable::run)
        .execute(ForkedLife::end);
  }

  private static void end() {
    System.err.println("an actor has waited in vain for " + LIMIT);
    Runtime.getRuntime().halt(1);
  }
}
