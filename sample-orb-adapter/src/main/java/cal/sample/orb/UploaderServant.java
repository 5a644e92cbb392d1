package cal.sample.orb;

import cal.sample.orb.idl.UploaderPOA;
import cal.sample.upload.Store;
import cal.sample.upload.StoreException;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.PERSIST_STORE;

/**
 * Stores frames in a {@link Store} of the upload sample, and counts frames.
 *
 * <p>Not thread-safe by itself: {@link #count} and {@link #frames} are its critical regions,
 * guarded by the servant, for callers that let several threads in.
 */
public final class UploaderServant extends UploaderPOA {
  private final Store store;
  private long frames;

  /**
   * Makes a servant.
   *
   * @param store where the frames go; stays the caller's
   */
  public UploaderServant(Store store) {
    this.store = store;
  }

  @Override
  public int upload(byte[] data) {
    try {
      int crc = store.store(data, 0, data.length);
      count();
      return crc;
    } catch (StoreException failure) {
      PERSIST_STORE notStored =
          new PERSIST_STORE(failure.getMessage(), 0, CompletionStatus.COMPLETED_NO);
      notStored.initCause(failure);
      throw notStored;
    }
  }

  @Override
  public void push(byte[] data) {
    upload(data);
  }

  void count() {
    frames++;
  }

  @Override
  public long frames() {
    return frames;
  }
}
