package cal.bench.rough;

import cal.bench.server.Jvms;
import cal.cli.Cal;
import cal.cli.process.Child;
import cal.cli.server.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Clients in a process of their own that is stopped again and again (SIGSTOP), wherever they are:
 * their connections stay open, and are not read. Used by one thread.
 */
public final class StoppedClients implements AutoCloseable {
  private static final long MILLIS = 500;
  private static final long MOST_SECONDS = 60;

  /** How long they go on after they were last stopped: each has an answer then. */
  private static final long FREE_SECONDS = 2;

  private final Child child;
  private final Path said;
  private final Thread thread;
  private volatile boolean goesOn = true;

  private StoppedClients(Child child, Path said) {
    this.child = child;
    this.said = said;
    thread = Thread.ofPlatform().daemon().name("stops-clients").start(this::stopAndGoOn);
  }

  /** Starts so many, which ask for uploads for a time. */
  public static StoppedClients start(InetSocketAddress server, int clients, int size, Duration time)
      throws IOException {
    List<String> command = ServerProcess.java(System.getProperty("java.class.path"));
    command.addAll(Jvms.FAST_START);
    command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", Cal.class.getName()));
    String words =
        "load upload --warmup 0 --port %d --size %d --clients %d --seconds %d"
            .formatted(server.getPort(), size, clients, time.toSeconds() + FREE_SECONDS);
    command.addAll(List.of(words.split(" ")));
    Path said = Files.createTempFile("stopped-clients", ".txt");
    ProcessBuilder program = new ProcessBuilder(command).redirectErrorStream(true);
    return new StoppedClients(Child.start(program.redirectOutput(said.toFile())), said);
  }

  private void stopAndGoOn() {
    try {
      while (goesOn) {
        signal("STOP");
        TimeUnit.MILLISECONDS.sleep(MILLIS);
        signal("CONT");
        TimeUnit.MILLISECONDS.sleep(MILLIS);
      }
    } catch (IOException | InterruptedException stop) {
      throw new IllegalStateException("clients cannot be stopped", stop);
    }
  }

  private void signal(String name) throws IOException, InterruptedException {
    String pid = String.valueOf(child.process().pid());
    new ProcessBuilder("kill", "-" + name, pid).start().waitFor();
  }

  /**
   * How they have ended. Immutable.
   *
   * @param wrong whether one of them was answered wrongly, or none of them at all
   * @param complaint of wrong answers, or that they do not end; empty if all was right
   */
  public record End(boolean wrong, Optional<String> complaint) {
    private static final int WRONG = 1;

    static End of(int status, String said) {
      return new End(
          status == WRONG,
          status == 0
              ? Optional.empty()
              : Optional.of("exit status %d: %s".formatted(status, said.strip())));
    }
  }

  /** Lets them come to their end. */
  public End end() throws IOException, InterruptedException {
    goesOn = false;
    thread.join();
    return child.process().waitFor(MOST_SECONDS, TimeUnit.SECONDS)
        ? End.of(child.process().exitValue(), Files.readString(said))
        : new End(false, Optional.of("no end within " + MOST_SECONDS + " s"));
  }

  /** Kills them, as they stand still. */
  @Override
  public void close() {
    goesOn = false;
    try {
      thread.join();
      signal("STOP");
    } catch (IOException gone) {
      return; // they have ended
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      child.close();
      said.toFile().delete();
    }
  }
}
