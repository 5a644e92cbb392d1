package cal.proactor;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.Channel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A device that does what a test says: each step of its script is made in a wait. */
final class ScriptedDevice implements AioDevice {
  /** A file that counts how often it is given back. */
  static final class Handle extends AioHandle {
    private final AtomicInteger releases = new AtomicInteger();
    private volatile boolean failsToRelease;
    private Runnable beforePart = () -> {};
    private Runnable beforeNote = () -> {};

    /** Has something done before each operation is noted. */
    void beforeNote(Runnable action) {
      beforeNote = action;
    }

    @Override
    void note(AioOperation operation) {
      beforeNote.run();
      super.note(operation);
    }

    /** Has something done before each part of a transfer. */
    void beforePart(Runnable action) {
      beforePart = action;
    }

    @Override
    AioHandle.Owner owner() {
      beforePart.run();
      return super.owner();
    }

    @Override
    protected Channel channel() {
      return null;
    }

    @Override
    protected void release() throws IOException {
      releases.incrementAndGet();
      if (failsToRelease) {
        throw new IOException("a release's");
      }
    }

    void failRelease() {
      failsToRelease = true;
    }

    int releases() {
      return releases.get();
    }
  }

  /** Has one device, the last that was opened. */
  static final class Provider implements AioProvider {
    private final Optional<String> missing;
    private final String name;
    private volatile ScriptedDevice device;

    Provider() {
      this("scripted", Optional.empty());
    }

    Provider(String name, Optional<String> missing) {
      this.name = name;
      this.missing = missing;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public int rank() {
      return missing.isEmpty() ? 1 : 2;
    }

    @Override
    public Optional<String> missing() {
      return missing;
    }

    @Override
    public Optional<String> refuses(AioConfig config) {
      return Optional.empty();
    }

    @Override
    public Set<OperationCode> operations() {
      return Set.of(OperationCode.READ_FILE, OperationCode.SYNC_FILE, OperationCode.WRITE_STREAM);
    }

    @Override
    public boolean cancels(OperationCode code) {
      return true;
    }

    @Override
    public AioDevice open(Completions completions, AioConfig config) {
      device = new ScriptedDevice(completions);
      return device;
    }

    ScriptedDevice device() {
      return device;
    }
  }

  private final Completions completions;
  private final Queue<Runnable> script = new ConcurrentLinkedQueue<>();
  private final Set<AioOperation> has = new LinkedHashSet<>();
  private final List<AioOperation> asked = new ArrayList<>();
  private Consumer<AioOperation> onStart = operation -> {};
  private Consumer<AioOperation> onCancel = this::cancelled;
  private volatile Runnable onInterrupt = this::wake;
  private volatile boolean interrupted;
  private volatile boolean outlived;
  private final AtomicInteger interrupts = new AtomicInteger();
  private volatile Thread sleeper;
  private final AtomicInteger closes = new AtomicInteger();

  private ScriptedDevice(Completions completions) {
    this.completions = completions;
  }

  /** Adds a step, which ends a wait. */
  void next(Runnable step) {
    script.add(step);
    LockSupport.unpark(sleeper);
  }

  void onStart(Consumer<AioOperation> action) {
    onStart = action;
  }

  void onCancel(Consumer<AioOperation> action) {
    onCancel = action;
  }

  /** Has all operations go on after a close. */
  void isOutlived() {
    outlived = true;
  }

  /** Has something done in place of an interrupt. */
  void onInterrupt(Runnable action) {
    onInterrupt = action;
  }

  void completed(AioOperation operation) {
    has.remove(operation);
    completions.completed(operation, 7);
  }

  void cancelled(AioOperation operation) {
    has.remove(operation);
    completions.cancelled(operation);
  }

  /** The operations that it has. */
  Set<AioOperation> has() {
    return has;
  }

  /** The operations that it was asked to cancel. */
  List<AioOperation> asked() {
    return asked;
  }

  int interrupts() {
    return interrupts.get();
  }

  /** The thread that waits here, or null. */
  Thread sleeper() {
    return sleeper;
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
    onStart.accept(operation);
  }

  @Override
  public void cancel(AioOperation operation) {
    asked.add(operation);
    onCancel.accept(operation);
  }

  @Override
  public void await(long nanos) {
    sleeper = Thread.currentThread();
    while (script.isEmpty() && !interrupted && nanos > 0) {
      LockSupport.park(this);
    }
    sleeper = null;
    interrupted = false;
    for (Runnable step = script.poll(); step != null; step = script.poll()) {
      step.run();
    }
  }

  @Override
  public void interrupt() {
    interrupts.incrementAndGet();
    onInterrupt.run();
  }

  void wake() {
    interrupted = true;
    LockSupport.unpark(sleeper);
  }

  /** How often the device was closed. */
  int closes() {
    return closes.get();
  }

  @Override
  public boolean outlives(AioOperation operation) {
    return outlived;
  }

  @Override
  public void close() {
    closes.incrementAndGet();
    if (!has.isEmpty()) {
      throw new IllegalStateException("closed with " + has);
    }
  }
}
