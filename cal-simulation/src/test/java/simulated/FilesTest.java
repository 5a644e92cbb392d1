package simulated;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import cal.simulation.Machine;
import cal.simulation.Simulated;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;

/** Files in memory behave as the JDK's documentation has them. */
final class FilesTest {
  private static final Path FOLDER = Path.of("target", "simulated-files");
  private static final Path FILE = FOLDER.resolve("file");

  /** A real file, which is here as in a build. */
  private static final Path REAL = Path.of("pom.xml");

  @Simulated(seeds = 5)
  void shouldWriteAndRead() throws Exception {
    assertFalse(Files.exists(FOLDER)); // a file of an earlier seed, or of this test, would be here
    Files.createDirectories(FOLDER);
    Files.writeString(FILE, "one");
    Files.writeString(FILE, "two", StandardOpenOption.APPEND);
    assertEquals("onetwo", Files.readString(FILE));
    assertEquals(6, Files.size(FILE));
    assertTrue(Files.isRegularFile(FILE));
    assertTrue(Files.isDirectory(FOLDER));
    assertEquals(FILE.toAbsolutePath(), FILE.toRealPath());
    assertThrows(FileAlreadyExistsException.class, () -> Files.createFile(FILE));
    assertThrows(NoSuchFileException.class, () -> Files.readString(FOLDER.resolve("none")));
    Files.setLastModifiedTime(FILE, FileTime.fromMillis(5_000));
    assertEquals(5_000, Files.getLastModifiedTime(FILE).toMillis());
  }

  @Simulated(seeds = 5)
  void shouldDateFilesByTheClock() throws Exception {
    long before = System.currentTimeMillis();
    Files.createDirectories(FOLDER);
    Files.writeString(FILE, "text");
    long modified = Files.getLastModifiedTime(FILE).toMillis();
    assertTrue(before <= modified && modified <= System.currentTimeMillis());
    assertTrue(modified > REAL.toFile().lastModified());
  }

  @Simulated(seeds = 5)
  void shouldChangeNames() throws Exception {
    Files.createDirectory(FOLDER);
    Files.writeString(FILE, "text");
    Path other = FOLDER.resolve("other");
    Files.move(FILE, other, StandardCopyOption.ATOMIC_MOVE);
    assertFalse(Files.exists(FILE));
    Files.copy(other, FILE);
    Files.copy(REAL, FOLDER.resolve("real"));
    assertArrayEquals(Files.readAllBytes(REAL), Files.readAllBytes(FOLDER.resolve("real")));
    Path link = Files.createSymbolicLink(FOLDER.resolve("link"), Path.of("other"));
    assertEquals("text", Files.readString(link));
    assertEquals(Path.of("other"), Files.readSymbolicLink(link));
    try (Stream<Path> all = Files.list(FOLDER)) {
      assertEquals(
          List.of("file", "link", "other", "real"),
          all.map(one -> one.getFileName().toString()).toList());
    }
    assertThrows(DirectoryNotEmptyException.class, () -> Files.delete(FOLDER));
    Path temporary = Files.createTempFile(FOLDER, "a", "b");
    assertTrue(Files.deleteIfExists(temporary));
    assertFalse(Files.deleteIfExists(temporary));
  }

  @Simulated(seeds = 5)
  void shouldShowChangedRealFiles() throws Exception {
    String before = Files.readString(REAL);
    Files.writeString(REAL, "<!-- more -->", StandardOpenOption.APPEND);
    assertEquals(before + "<!-- more -->", Files.readString(REAL));
    assertEquals(before.length() + 13, new File("pom.xml").length());
    assertTrue(List.of(new File(".").list()).containsAll(List.of("pom.xml", "src")));
    Files.delete(REAL);
    assertFalse(Files.exists(REAL));
    assertFalse(List.of(new File(".").list()).contains("pom.xml"));
    Files.move(Path.of("src/test/java/simulated"), Path.of("moved"));
    assertTrue(Files.readString(Path.of("moved/FilesTest.java")).startsWith("package simulated;"));
    assertFalse(Files.exists(Path.of("src/test/java/simulated/FilesTest.java")));
  }

  @Simulated(seeds = 5)
  void shouldServeStreams() throws Exception {
    File folder = FOLDER.toFile();
    assertTrue(folder.mkdirs());
    assertFalse(folder.mkdir());
    File file = new File(folder, "stream");
    assertThrows(FileNotFoundException.class, () -> new FileInputStream(file).close());
    assertThrows(FileNotFoundException.class, () -> new FileOutputStream(folder).close());
    try (FileOutputStream out = new FileOutputStream(file)) {
      out.write("hello".getBytes(StandardCharsets.UTF_8));
      out.write('!');
      out.getFD().sync();
    }
    try (FileInputStream in = new FileInputStream(file)) {
      assertEquals('h', in.read());
      assertEquals(2, in.skip(2));
      assertEquals(3, in.available());
      assertEquals("lo!", new String(in.readAllBytes(), StandardCharsets.UTF_8));
      assertEquals(-1, in.read());
    }
    try (RandomAccessFile random = new RandomAccessFile(file, "rw")) {
      random.seek(5);
      random.writeInt(7);
      assertEquals(9, random.getFilePointer());
      assertEquals(9, random.length());
      random.seek(5);
      assertEquals(7, random.readInt());
      random.setLength(4);
      assertEquals(4, random.getFilePointer());
    }
    assertEquals(4, file.length());
    assertTrue(file.exists() && file.isFile() && file.canRead());
    assertTrue(file.renameTo(new File(folder, "renamed")));
    assertFalse(file.exists());
    assertArrayEquals(new String[] {"renamed"}, folder.list());
    assertFalse(folder.delete());
    assertTrue(new File(folder, "renamed").delete());
    assertTrue(folder.delete());
    assertNull(folder.list());
  }

  @Simulated(seeds = 5)
  void shouldServeChannels() throws Exception {
    Files.createDirectory(FOLDER);
    try (FileChannel channel =
            FileChannel.open(
                FILE,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        FileChannel folder = FileChannel.open(FOLDER)) {
      ByteBuffer[] parts = {bytes("ab"), bytes("cd")};
      assertEquals(4, channel.write(parts));
      assertEquals(1, channel.write(bytes("x"), 1));
      assertEquals(4, channel.position());
      ByteBuffer read = ByteBuffer.allocate(10);
      assertEquals(4, channel.read(read, 0));
      assertEquals("axcd", new String(read.array(), 0, 4, StandardCharsets.UTF_8));
      assertEquals(-1, channel.read(read));
      channel.force(true);
      folder.force(true);
      try (FileLock lock = channel.tryLock()) {
        assertTrue(lock.isValid());
        assertThrows(OverlappingFileLockException.class, channel::tryLock);
      }
      try (FileChannel to =
          FileChannel.open(
              FOLDER.resolve("to"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        assertEquals(4, channel.transferTo(0, 4, to));
        assertEquals(2, to.transferFrom(channel.position(0), 4, 2));
      }
      assertEquals("axcdax", Files.readString(FOLDER.resolve("to")));
      assertEquals(2, channel.truncate(2).size());
    }
    try (FileChannel real = FileChannel.open(REAL)) {
      assertEquals(Files.size(REAL), real.size());
    }
  }

  private static ByteBuffer bytes(String text) {
    return StandardCharsets.UTF_8.encode(text);
  }

  @Simulated(seeds = 5, machine = @Machine(space = 10))
  void shouldBeFull() throws Exception {
    Files.createDirectory(FOLDER);
    try (FileOutputStream out = new FileOutputStream(FILE.toFile())) {
      out.write(new byte[8]);
      IOException full = assertThrows(IOException.class, () -> out.write(new byte[8]));
      assertEquals("No space left on device", full.getMessage());
    }
    assertEquals(10, Files.size(FILE));
  }

  @Simulated(seeds = 5, machine = @Machine(failedSyncOneIn = 1))
  void shouldFailToSync() throws Exception {
    Files.createDirectory(FOLDER);
    try (FileChannel channel =
        FileChannel.open(FILE, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(bytes("text"));
      IOException failed = assertThrows(IOException.class, () -> channel.force(false));
      assertEquals("Input/output error", failed.getMessage());
    }
  }
}
