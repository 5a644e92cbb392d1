package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.contract.FileStub;
import cal.core.internal.os.FilePages;
import cal.reactive.internal.group.Loops;
import cal.reactive.internal.loop.Loop;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is not in memory is read beside the loops. */
class ColdFileTest extends LoopFixture {
  private final Loops loops = loops(1);
  private final Loop loop = loops.place();
  private final LoopSockets sockets = sockets(loops);
  private final CountDownLatch turned = new CountDownLatch(1);
  private final AtomicReference<String> reader = new AtomicReference<>();

  @Test
  void shouldServeOthersWhileAFileIsRead() throws Exception {
    CompletableFuture<Long> sending =
        on(loop, () -> FileTransfer.bring(new Disk(), 0, 10, sockets.services().files()));
    assertThat(get(on(loop, () -> 7))).isEqualTo(7);
    assertThat(sending).isNotDone();
    turned.countDown();
    assertThat(get(sending)).isEqualTo(10);
    assertThat(reader.get()).startsWith("test-files-");
  }

  @Test
  void shouldKnowWhichPartsAreInMemory(@TempDir Path folder) throws Exception {
    int length = 40 << 20; // devices read up to 8 MiB ahead
    Path path = Files.write(folder.resolve("file"), new byte[length]);
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
      file.force(true);
    }
    try (FileChannel file = FileChannel.open(path)) {
      assertThat(FilePages.areInMemory(file, 0, length)).as("written bytes").isTrue();
      Process dd =
          new ProcessBuilder("dd", "if=" + path, "iflag=nocache", "count=0", "status=none").start();
      assumeTrue(dd.waitFor() == 0, "dd of this system cannot drop a cache");
      assumeFalse(FilePages.areInMemory(file, 0, length), "the file system is in memory");
      FilePages.bring(file, 0, FilePages.PART);
      assertThat(FilePages.areInMemory(file, 0, FilePages.PART)).as("read bytes").isTrue();
      assertThat(FilePages.areInMemory(file, 0, length)).as("all bytes").isFalse();
      assertThat(FilePages.areInMemory(file, length, 1)).as("the end").isTrue();
    }
  }

  /** A file of ten bytes, behind a disk that turns late; nobody knows what is in memory. */
  private final class Disk extends FileStub {
    @Override
    public int read(ByteBuffer into, long position) {
      try {
        await(turned, "the disk");
      } catch (InterruptedException e) {
        throw new AssertionError("nobody interrupts", e);
      }
      reader.set(Thread.currentThread().getName());
      int count = into.remaining();
      into.position(into.limit());
      return count;
    }

    @Override
    public long size() {
      return 10;
    }
  }
}
