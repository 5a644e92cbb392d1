package cal.sample.upload;

import static cal.sample.upload.Payloads.crc;
import static cal.sample.upload.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.sample.upload.MemoryStore.Totals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoresTest {

  @TempDir Path folder;

  @Test
  void shouldReadFramesBackFromTheDatabase() throws Exception {
    shouldReadBack(Frames.inDatabase(folder));
  }

  @Test
  void shouldReadFramesBackFromFiles() throws Exception {
    Path killed = folder.resolve(UUID.randomUUID() + ".part");
    Path foreign = folder.resolve("download.part");
    Files.writeString(killed, "not committed");
    Files.writeString(foreign, "of somebody else");
    shouldReadBack(Frames.inFiles(folder));
    assertThat(killed).doesNotExist();
    Files.delete(foreign);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.filter(file -> !file.endsWith(".lock")))
          .hasSize(10)
          .allMatch(file -> file.toString().endsWith(".frame"));
    }
  }

  private static void shouldReadBack(Frames frames) throws Exception {
    Set<Integer> stored = new HashSet<>();
    for (int round = 0; round < 2; round++) {
      try (Store store = Stores.open(frames.store())) {
        for (int length : new int[] {0, 64 + round, 300 + round, 80_000 + round, 1 << 20}) {
          byte[] array = new byte[length + 7];
          System.arraycopy(random(length), 0, array, 3, length);
          assertThat(store.store(array, 3, length)).isEqualTo(crc(random(length)));
          Arrays.fill(array, (byte) 0);
          stored.add(crc(random(length)));
        }
      }
    }
    Set<Integer> found = new HashSet<>();
    frames.read(payload -> found.add(crc(payload)));
    assertThat(found).isEqualTo(stored);
  }

  /**
   * A copy of its file is what a killed process leaves. With a retention of 100 ms, H2 would soon
   * write over what it no longer uses, which loses commits.
   */
  @Test
  void shouldFindEachFrameInACopyOfTheOpenDatabase() throws Exception {
    String open = Stores.h2Url(folder.resolve("open")) + ";RETENTION_TIME=100";
    AtomicInteger found = new AtomicInteger();
    try (Store store = Stores.open(open)) {
      for (int round = 1; round <= 3; round++) {
        storeAtOnce(store, 8, 500);
        Files.copy(
            folder.resolve("open.mv.db"),
            folder.resolve("copy.mv.db"),
            StandardCopyOption.REPLACE_EXISTING);
        found.set(0);
        new Frames.InDatabase("", Stores.h2Url(folder.resolve("copy")))
            .read(payload -> found.incrementAndGet());
        assertThat(found).hasValue(round * 8 * 500);
      }
    }
  }

  private static void storeAtOnce(Store store, int threads, int frames) throws Exception {
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      Callable<Void> some =
          () -> {
            for (int i = 0; i < frames; i++) {
              store.store(random(64), 0, 64);
            }
            return null;
          };
      for (Future<Void> one : pool.invokeAll(Collections.nCopies(threads, some))) {
        one.get();
      }
    }
  }

  @Test
  void shouldCountAndFoldInMemory() {
    try (MemoryStore store = (MemoryStore) Stores.open("memory")) {
      assertThat(store.store(random(10), 0, 10)).isEqualTo(crc(random(10)));
      assertThat(store.store(random(10), 4, 0)).isZero();
      assertThat(store.totals())
          .isEqualTo(new Totals(2, 10, Integer.toUnsignedLong(crc(random(10)))));
    }
  }

  /** A second server would delete the files that the first one has not committed yet. */
  @Test
  void shouldLeaveAFolderToTheServerThatStoresThere() throws Exception {
    Path part = folder.resolve(UUID.randomUUID() + ".part");
    String taken =
        "cannot open files:"
            + folder
            + ": another server stores there; stop it, or name another folder";
    try (ServerProcess first =
        ServerProcess.Launcher.plain()
            .start("upload", "--port", "0", "--store", "files:" + folder)) {
      assertThat(first.port()).isPositive();
      Files.writeString(part, "is being written");
      assertThatThrownBy(() -> Stores.open("files:" + folder))
          .isInstanceOf(StoreException.class)
          .hasMessage(taken);
      assertThat(part).exists();
      first.kill();
    }
    try (Store next = Stores.open("files:" + folder)) {
      assertThat(part).as("what a killed server has left").doesNotExist();
      assertThatThrownBy(() -> Stores.open("files:" + folder)).hasMessage(taken);
      assertThat(next.store(random(10), 0, 10)).isEqualTo(crc(random(10)));
    }
  }

  /** The system takes back a process's lock as soon as any of its descriptors is closed. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldOpenNoLockFileASecondTime() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
    try (Store store = Stores.open("files:" + folder)) {
      assertThatThrownBy(() -> Stores.open("files:" + link))
          .hasMessageContaining("another server stores there");
      assertThat(descriptors(folder.toRealPath().resolve(".lock"))).isEqualTo(1);
      assertThat(store.store(random(10), 0, 10)).isEqualTo(crc(random(10)));
    }
    try (Store next = Stores.open("files:" + link)) {
      assertThat(next.store(random(10), 0, 10)).isEqualTo(crc(random(10)));
    }
  }

  private static long descriptors(Path file) throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.filter(one -> isLinkTo(file, one)).count();
    }
  }

  private static boolean isLinkTo(Path file, Path link) {
    try {
      return Files.readSymbolicLink(link).equals(file);
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }

  @Test
  void shouldGiveBackAFolderThatCannotBeCleared() throws Exception {
    Path part = Files.createDirectory(folder.resolve(UUID.randomUUID() + ".part"));
    Path within = Files.writeString(part.resolve("file"), "of somebody else");
    assertThatThrownBy(() -> Stores.open("files:" + folder))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("DirectoryNotEmptyException");
    Files.delete(within);
    try (Store next = Stores.open("files:" + folder)) {
      assertThat(next.store(random(10), 0, 10)).isEqualTo(crc(random(10)));
    }
  }

  @Test
  void shouldTellAFrameThatHasNoFile() throws Exception {
    Path gone = folder.resolve("gone");
    try (Store store = Stores.open("files:" + gone)) {
      Files.delete(gone.resolve(".lock"));
      Files.delete(gone);
      assertThatThrownBy(() -> store.store(random(10), 0, 10))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("cannot store a frame in files:" + gone);
    }
  }

  @Test
  void shouldTellAFrameThatWasNotCommitted() {
    try (Store store = Stores.open("jdbc:h2:mem:closed")) {
      store.close();
      assertThatThrownBy(() -> store.store(random(10), 0, 10))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("cannot store a frame in jdbc:h2:mem:closed");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          disk                      | none of memory, h2:PATH
          disk:5ms:tape             | store=tape is none of memory, h2:PATH
          relay:localhost           | or disk:10ms: before it or not
          relay:localhost:0         | files:DIR, jdbc:URL and relay:HOST:PORT
          relay:localhost:65536     | jdbc:URL and relay:HOST:PORT
          h2:                       | none of memory, h2:PATH
          h2:/tmp/x;IFEXISTS=TRUE   | none of memory, h2:PATH
          jdbc:nosuch://h/x?pw=seal | no JDBC driver on the class path knows jdbc:nosuch://h/x;
          files:                    | none of memory, h2:PATH
          files:/proc/no            | cannot open files:/proc/no
          h2:/proc/no/x             | cannot open jdbc:h2:file:/proc/no/x
          """)
  void shouldSayWhatIsWrongWithAStoresName(String name, String sentence) {
    assertThatThrownBy(() -> Stores.open(name))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(sentence)
        .hasMessageNotContaining("seal");
  }
}
