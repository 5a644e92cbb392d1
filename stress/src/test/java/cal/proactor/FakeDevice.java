package cal.proactor;

import java.net.SocketAddress;
import java.nio.channels.Channel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A device of files that ends as many operations as it is told to, and gives up any at once. */
final class FakeDevice implements AioDevice {
  /** A file that counts how often it is given back. */
  static final class Handle extends AioHandle {
    final AtomicInteger releases = new AtomicInteger();

    @Override
    protected Channel channel() {
      return null;
    }

    @Override
    protected void release() {
      releases.incrementAndGet();
    }
  }

  /** Has one device. */
  static final class Provider implements AioProvider {
    FakeDevice device;

    @Override
    public String name() {
      return "fake";
    }

    @Override
    public int rank() {
      return 1;
    }

    @Override
    public Optional<String> missing() {
      return Optional.empty();
    }

    @Override
    public Optional<String> refuses(AioConfig config) {
      return Optional.empty();
    }

    @Override
    public Set<OperationCode> operations() {
      return Set.of(OperationCode.READ_FILE);
    }

    @Override
    public boolean cancels(OperationCode code) {
      return true;
    }

    @Override
    public AioDevice open(Completions completions, AioConfig config) {
      device = new FakeDevice(completions);
      return device;
    }
  }

  private final Completions completions;

  /** For the leader alone: two at a time would break it. */
  private final ArrayDeque<AioOperation> has = new ArrayDeque<>();

  private final AtomicInteger ends = new AtomicInteger();
  private volatile boolean interrupted;
  private volatile Thread sleeper;

  private FakeDevice(Completions completions) {
    this.completions = completions;
  }

  /** Has a wait end so many operations more. */
  void end(int more) {
    ends.addAndGet(more);
  }

  /** Operations that it has. */
  int count() {
    return has.size();
  }

  @Override
  public AioHandle listener(SocketAddress local, int backlog) {
    throw new UnsupportedOperationException();
  }

  @Override
  public AioHandle socket() {
    throw new UnsupportedOperationException();
  }

  @Override
  public AioHandle datagram(SocketAddress local) {
    throw new UnsupportedOperationException();
  }

  @Override
  public AioHandle file(Path path, Set<? extends OpenOption> options) {
    return new Handle();
  }

  @Override
  public void start(AioOperation operation) {
    has.add(operation);
  }

  @Override
  public void cancel(AioOperation operation) {
    if (has.remove(operation)) {
      completions.cancelled(operation);
    }
  }

  @Override
  public void await(long nanos) {
    sleeper = Thread.currentThread();
    while (nanos > 0 && !interrupted && (has.isEmpty() || ends.get() == 0)) {
      LockSupport.park(this);
    }
    sleeper = null;
    interrupted = false;
    while (!has.isEmpty() && ends.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      completions.completed(has.poll(), 1);
    }
  }

  @Override
  public void interrupt() {
    interrupted = true;
    LockSupport.unpark(sleeper);
  }

  @Override
  public void close() {
    if (!has.isEmpty()) {
      throw new IllegalStateException("closed with " + has);
    }
  }
}
