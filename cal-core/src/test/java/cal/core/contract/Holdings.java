package cal.core.contract;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/**
 * What this process has of the system that CAL takes: its threads, and on Linux sockets, other
 * descriptors without a file, and mappings of rings. Immutable.
 *
 * @param threads their names, in order
 * @param descriptors what the system says that each is, in order
 * @param rings mappings
 */
public record Holdings(List<String> threads, List<String> descriptors, long rings) {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final Path MAPPINGS = Path.of("/proc/self/maps");

  /** Those of this moment. */
  public static Holdings now() throws IOException {
    List<String> threads =
        Thread.getAllStackTraces().keySet().stream()
            .map(Thread::getName)
            .filter(name -> name.startsWith("cal-"))
            .sorted()
            .toList();
    return new Holdings(threads, kinds(), mappings());
  }

  /**
   * Waits until there are no other threads than these, which other tests may have left.
   *
   * @return what there is then
   */
  public Holdings settled() {
    return awaitUntil("something was closed", now -> isPartOf(now.threads, threads));
  }

  /** Waits until there is no more again. */
  public void awaitAgain(String after) {
    awaitUntil(
        after,
        now ->
            isPartOf(now.threads, threads)
                && isPartOf(now.descriptors, descriptors)
                && now.rings <= rings);
  }

  private static boolean isPartOf(List<String> some, List<String> all) {
    List<String> left = new ArrayList<>(all);
    return some.stream().allMatch(left::remove);
  }

  private Holdings awaitUntil(String after, Predicate<Holdings> condition) {
    AtomicReference<Holdings> last = new AtomicReference<>();
    try {
      ModelFixture.eventually(
          "all is given back after " + after,
          () -> {
            last.set(now());
            return condition.test(last.get());
          });
      return last.get();
    } catch (ConditionTimeoutException late) {
      throw new AssertionError(
          "after %s there is %s, and was %s".formatted(after, last, this), late);
    }
  }

  private static List<String> kinds() throws IOException {
    if (Files.notExists(DESCRIPTORS)) {
      return List.of();
    }
    List<String> kinds = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(DESCRIPTORS)) {
      for (Path one : all) {
        kind(one, kinds);
      }
    }
    Collections.sort(kinds);
    return kinds;
  }

  /** Without the numbers of sockets, which are new ones each time. */
  private static void kind(Path descriptor, List<String> into) throws IOException {
    try {
      String is = Files.readSymbolicLink(descriptor).toString();
      if (is.startsWith("anon_inode:") || is.startsWith("socket:")) {
        into.add(is.replaceFirst(":\\[\\d+]$", ""));
      }
    } catch (NoSuchFileException closed) {
      return; // that of the folder itself, for example
    }
  }

  private static long mappings() throws IOException {
    if (Files.notExists(MAPPINGS)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(MAPPINGS)) {
      return lines.filter(line -> line.contains("io_uring")).count();
    }
  }
}
