package cal.bench.baseline.upload;

import cal.sample.upload.Protocol;
import cal.sample.upload.Report;
import cal.sample.upload.Statistics;
import java.net.SocketAddress;
import java.time.Duration;

/** The sample's statistics with the lock written by hand. Thread-safe. */
public final class LockedStatistics extends Statistics {
  @Override
  public synchronized Tally join(Protocol protocol, SocketAddress address) {
    return super.join(protocol, address);
  }

  @Override
  public synchronized void leave(Tally client) {
    super.leave(client);
  }

  @Override
  public synchronized void count(Tally client, int length) {
    super.count(client, length);
  }

  @Override
  public synchronized boolean waitForTotal(long requests, Duration timeout)
      throws InterruptedException {
    return super.waitForTotal(requests, timeout);
  }

  @Override
  public synchronized Report report() {
    return super.report();
  }
}
