package simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import cal.simulation.Machine;
import cal.simulation.Shared;
import cal.simulation.Simulated;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/** Room, modes, open files and places in files, of the disk of a run. */
final class DiskTest {
  private static final Path FOLDER = Path.of("target", "simulated-disk");
  private static final Path FILE = FOLDER.resolve("file");

  /** A real file, which is here as in a build. */
  private static final Path REAL = Path.of("pom.xml");

  @Simulated(seeds = 5, machine = @Machine(space = 10))
  void shouldFindTheRoomOfDeletedFiles() throws Exception {
    Files.createDirectory(FOLDER);
    Path next = FOLDER.resolve("next");
    for (int i = 0; i < 20; i++) {
      Files.write(next, new byte[5]);
      Files.move(next, FILE, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
    try (FileOutputStream open = new FileOutputStream(FILE.toFile(), true)) {
      open.write(new byte[5]);
      Files.delete(FILE);
      assertThrows(IOException.class, () -> Files.write(next, new byte[5]));
    }
    Files.write(next, new byte[10]);
  }

  /** Where nothing is written, no byte takes room. */
  @Simulated(seeds = 5, machine = @Machine(space = 10))
  void shouldBeOfAnyLength() throws Exception {
    Files.createDirectory(FOLDER);
    long length = 5L << 30;
    try (RandomAccessFile random = new RandomAccessFile(FILE.toFile(), "rw")) {
      random.setLength(length);
      assertEquals(length, random.length());
      random.seek(length - 1);
      assertEquals(0, random.read());
      assertEquals(-1, random.read());
      random.seek(3_000_000_000L);
      IOException large = assertThrows(IOException.class, () -> random.write(1));
      assertEquals("File too large", large.getMessage());
      random.seek(1_000_000_000L);
      IOException full = assertThrows(IOException.class, () -> random.write(1));
      assertEquals("No space left on device", full.getMessage());
      random.seek(5);
      random.write(new byte[5]);
    }
    assertEquals(length, Files.size(FILE));
  }

  @Simulated(seeds = 5)
  void shouldRefuseByMode() throws Exception {
    File folder = FOLDER.toFile();
    File file = FILE.toFile();
    assertTrue(folder.mkdir() && file.createNewFile() && file.canWrite());
    assertTrue(file.setReadOnly());
    assertFalse(file.canWrite() || Files.isWritable(FILE));
    assertThrows(FileNotFoundException.class, () -> new FileOutputStream(file).close());
    assertThrows(AccessDeniedException.class, () -> Files.writeString(FILE, "text"));
    assertEquals("", Files.readString(FILE));
    assertTrue(file.setWritable(true) && file.setReadable(false));
    Files.writeString(FILE, "text");
    assertThrows(FileNotFoundException.class, () -> new FileInputStream(file).close());
    assertTrue(folder.setWritable(false));
    assertThrows(AccessDeniedException.class, () -> Files.delete(FILE));
    assertThrows(IOException.class, () -> new File(folder, "new").createNewFile());
  }

  /** A stream of a file shows what another thread writes, from a real file on. */
  @Simulated(seeds = 5)
  void shouldShowChangesToOpenFiles() throws Exception {
    long size = Files.size(REAL);
    try (FileInputStream in = new FileInputStream(REAL.toFile());
        FileChannel channel = FileChannel.open(REAL)) {
      assertEquals('<', in.read());
      assertEquals('<', channel.map(FileChannel.MapMode.READ_ONLY, 0, size).get(0));
      Files.writeString(REAL, "more", StandardOpenOption.APPEND);
      String rest = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(size + 3, rest.length());
      assertTrue(rest.endsWith("more"));
      assertEquals(size + 4, channel.size());
    }
  }

  /** A file of a program's own class, which answers its place itself or leaves that to the JDK. */
  private static class Own extends RandomAccessFile {
    Own(File file) throws FileNotFoundException {
      super(file, "rw");
    }

    long place() throws IOException {
      return super.getFilePointer();
    }
  }

  private static final class Far extends Own {
    Far(File file) throws FileNotFoundException {
      super(file);
    }

    @Override
    public long getFilePointer() throws IOException {
      return super.getFilePointer() + 100;
    }
  }

  private interface Place {
    long of(RandomAccessFile file) throws IOException;
  }

  @Simulated(seeds = 5)
  void shouldTellThePlaceInAFileOfAnyClass() throws Exception {
    Files.createDirectory(FOLDER);
    Place place = RandomAccessFile::getFilePointer;
    try (Own file = new Own(FILE.toFile());
        Own other = new Far(FILE.toFile())) {
      file.write(new byte[5]);
      assertEquals(5, file.getFilePointer());
      assertEquals(5, file.place());
      assertEquals(5, place.of(file));
      other.seek(3);
      assertEquals(103, ((RandomAccessFile) other).getFilePointer());
      assertEquals(103, place.of(other));
      assertEquals(3, other.place());
    }
  }

  @Simulated(seeds = 2, java = "--add-opens=java.base/java.io=ALL-UNNAMED")
  void shouldDeleteNoFileAtTheEndOfTheProcess() throws Exception {
    REAL.toFile().deleteOnExit();
    Field files = Class.forName("java.io.DeleteOnExitHook").getDeclaredField("files");
    files.setAccessible(true);
    assertEquals(Set.of(), files.get(null));
  }

  /** As the JDK, which may keep a file for ever, takes two for the same. */
  @Simulated(seeds = 3)
  void shouldKnowNoFileOfAnEarlierRun() throws Exception {
    Files.createFile(FOLDER.resolveSibling("keyed"));
    Object key =
        Files.readAttributes(FOLDER.resolveSibling("keyed"), BasicFileAttributes.class).fileKey();
    Object before = Shared.FIRST.put("key", key);
    assertNotEquals(before, key);
    if (Shared.RUNS.incrementAndGet() > 2) { // the first run looks at files of the JDK, too
      assertEquals(before.hashCode(), key.hashCode());
    }
  }
}
