package cal.sample.orb;

import cal.sample.upload.MemoryStore;
import cal.sample.upload.Store;
import java.util.concurrent.atomic.AtomicLong;

/** A store in memory that counts its frames even where nothing guards it. Thread-safe for that. */
final class CountedStore implements Store {
  private static final AtomicLong STORED = new AtomicLong();

  private final Store store = new MemoryStore();

  /** Returns how many frames all stores of this server have stored. */
  static long stored() {
    return STORED.get();
  }

  @Override
  public int store(byte[] bytes, int offset, int length) {
    int crc = store.store(bytes, offset, length);
    STORED.incrementAndGet();
    return crc;
  }

  @Override
  public void close() {
    store.close();
  }
}
