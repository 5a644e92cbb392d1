package cal.bench.baseline;

import cal.sample.upload.FrameArrays;

/** The sample's arrays with the lock written by hand. Thread-safe. */
final class LockedFrameArrays extends FrameArrays {
  @Override
  public synchronized byte[] take(int length) {
    return super.take(length);
  }

  @Override
  public synchronized void give(byte[] array) {
    super.give(array);
  }
}
