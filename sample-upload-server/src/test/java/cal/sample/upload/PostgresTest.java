package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.sample.upload.ServerProcess.Launcher;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A store on a database server: the driver waits within an activity, on its thread or its loop,
 * while the database is killed and recovers.
 */
@Tag("measuring") // it needs a program that is no part of the build
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
class PostgresTest {
  private static final byte[] FRAME = Payloads.random(100);

  /** The third runs the store's calls on the loop itself: no pool is handed any. */
  @ParameterizedTest
  @CsvSource({
    "virtual, store=virtual",
    "thread-pool, store=thread-pool",
    "reactive, store=sequential",
    "reactive, store=executor-pool"
  })
  void shouldLoseNothingThatWasAcknowledgedWhenTheDatabaseIsKilled(
      String model, String store, @TempDir Path folder) throws Exception {
    Optional<Path> programs = Postgres.programs();
    if (programs.isEmpty()) {
      System.out.println("skipped: PostgreSQL is not installed (apt-get install postgresql)");
    }
    assumeTrue(programs.isPresent(), "PostgreSQL is not installed");
    List<String> unwoven = memory();
    Launcher launcher =
        Launcher.woven(model, "cal.stage.store.model=" + store.substring("store=".length()));
    try (Postgres database = Postgres.start(programs.orElseThrow(), folder)) {
      Frames frames = new Frames.InDatabase(database.url(), database.url());
      KillDrill.shouldLoseNothing(
          launcher,
          frames,
          8,
          500,
          server -> {
            server.awaitErr(store);
            database.kill();
            database.start();
            awaitService(server);
            assertThat(Script.upload(server.port())).isEqualTo(unwoven);
            server.kill();
          });
    }
  }

  private static List<String> memory() throws Exception {
    try (ServerProcess plain =
        Launcher.plain().start("upload", "--port", "0", "--store", "memory")) {
      return Script.upload(plain.port());
    }
  }

  /** Connections to the database that were lost cost the clients that come upon them. */
  private static void awaitService(ServerProcess server) {
    await()
        .pollDelay(Duration.ZERO)
        .atMost(Duration.ofMinutes(2))
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(
            () -> {
              try (Client client = new Client(server.port())) {
                return client.upload(FRAME) == Payloads.crc(FRAME);
              }
            });
  }
}
