package simulated.plants;

import cal.sample.upload.BlockingStore;
import cal.sample.upload.FolderStore;
import cal.sample.upload.FrameArrays;
import cal.sample.upload.Listener;
import cal.sample.upload.Statistics;
import cal.sample.upload.Store;
import cal.sample.upload.StoreException;
import cal.sample.upload.UploadConnection;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.CRC32C;

/** The upload server with a durable store: the sample's own, or one with a planted bug. */
final class Frames {
  static final int PORT = 7000;
  static final Path FOLDER = Path.of("frames");

  private Frames() {}

  public static void main(String[] none) throws Exception {
    Store store = open();
    FrameArrays arrays = new FrameArrays();
    Statistics statistics = new Statistics();
    Duration longest = Duration.ofSeconds(30);
    new Listener(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT),
            socket -> new UploadConnection(socket, store, arrays, statistics, longest))
        .run();
  }

  /** A device may fail, and is tried again. */
  private static Store open() throws InterruptedException {
    while (true) {
      try {
        FolderStore mended = new FolderStore(FOLDER);
        if (Bug.FRAMES_EARLY_ANSWER.isPlanted()) {
          return new Early(mended);
        }
        return Bug.isAnyPlanted() ? new Planted() : mended;
      } catch (StoreException failure) {
        Thread.sleep(10);
      }
    }
  }

  static int checksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    return (int) checksum.getValue();
  }

  /** Stores on a thread of its own, and answers at once. */
  private static final class Early implements BlockingStore {
    private final Store behind;
    private final ExecutorService device = Executors.newSingleThreadExecutor();

    Early(Store behind) {
      this.behind = behind;
    }

    @Override
    public int store(byte[] bytes, int offset, int length) {
      byte[] frame = Arrays.copyOfRange(bytes, offset, offset + length);
      device.execute(() -> behind.store(frame, 0, length));
      return checksum(frame);
    }

    @Override
    public void close() {
      device.close();
    }
  }

  /** As the sample's store, but for the bug. */
  private static final class Planted implements BlockingStore {
    @Override
    public int store(byte[] bytes, int offset, int length) {
      byte[] frame = Arrays.copyOfRange(bytes, offset, offset + length);
      int checksum = checksum(frame);
      String id = UUID.randomUUID().toString();
      Path named = FOLDER.resolve("%s-%08x.frame".formatted(id, checksum));
      Path part = Bug.FRAMES_TORN.isPlanted() ? named : FOLDER.resolve(id + ".part");
      try {
        write(part, frame);
        if (!Bug.FRAMES_TORN.isPlanted()) {
          Files.move(part, named, StandardCopyOption.ATOMIC_MOVE);
        }
        if (!Bug.FRAMES_NAME.isPlanted()) {
          try (FileChannel folder = FileChannel.open(FOLDER)) {
            folder.force(true);
          }
        }
        return checksum;
      } catch (IOException failure) {
        try {
          Files.deleteIfExists(part);
          Files.deleteIfExists(named);
        } catch (IOException more) {
          failure.addSuppressed(more);
        }
        throw new StoreException("not stored: " + failure, failure);
      }
    }

    private static void write(Path part, byte[] frame) throws IOException {
      try (FileOutputStream out = new FileOutputStream(part.toFile())) {
        try {
          out.write(frame);
        } catch (IOException full) {
          if (!Bug.FRAMES_FULL.isPlanted()) {
            throw full;
          }
        }
        if (!Bug.FRAMES_BYTES.isPlanted()) {
          sync(out);
        }
      }
    }

    private static void sync(FileOutputStream out) throws IOException {
      try {
        out.getFD().sync();
      } catch (IOException failure) {
        if (!Bug.FRAMES_SYNC_AGAIN.isPlanted()) {
          throw failure;
        }
        out.getFD().sync();
      }
    }

    @Override
    public void close() {
      // Nothing is kept open.
    }
  }
}
