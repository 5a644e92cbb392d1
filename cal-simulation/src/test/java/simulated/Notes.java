package simulated;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A server that notes each start on its disk, and whose answer is the number of starts. */
final class Notes {
  private static final Path FILE = Path.of("notes");

  private static int startsOfClass;

  private Notes() {}

  /** Notes, and serves until the machine crashes. */
  public static void main(String[] word) throws IOException {
    startsOfClass++;
    try (FileChannel file =
            FileChannel.open(
                FILE,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND,
                StandardOpenOption.WRITE);
        FileChannel folder = FileChannel.open(FILE.toAbsolutePath().getParent())) {
      file.write(StandardCharsets.UTF_8.encode(word[0] + "\n"));
      file.force(true);
      folder.force(true);
      if (file.tryLock() == null) {
        throw new IllegalStateException("another start has the lock");
      }
      String answer = startsOfClass + " " + Files.readAllLines(FILE).size();
      LineServer unused = new LineServer(line -> answer, 2);
      Thread.sleep(Long.MAX_VALUE);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
