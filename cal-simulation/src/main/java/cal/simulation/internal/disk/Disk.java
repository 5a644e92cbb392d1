package cal.simulation.internal.disk;

import cal.simulation.internal.disk.Node.Plain;
import cal.simulation.internal.schedule.Machine;
import cal.simulation.internal.schedule.Simulation;
import cal.simulation.internal.schedule.SystemCalls;
import cal.simulation.internal.schedule.Trace.Kind;
import cal.simulation.seam.Refusal;
import cal.simulation.spi.Chance;
import cal.simulation.spi.Point;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The disk of a run. Changes by threads of a machine are on the device when synced, all others at
 * once. Used by the threads of one run.
 */
public final class Disk implements SystemCalls {
  /** Above all real descriptors. */
  private static final int FIRST = 1 << 30;

  private static final int SYNC_NANOS = 2_000_000;
  private static final int MOST_MACHINES = 10_000;

  /** So that locks of an earlier run are none of this. */
  private static final AtomicLong DISKS = new AtomicLong();

  private final Simulation run;
  private final DiskFaults faults;
  private final Chance chance;
  private final RealFiles files = new RealFiles();
  private final Tree tree = new Tree(files);
  private final Journal journal = new Journal();
  private final List<Plain> changed = new ArrayList<>();
  private final Map<Integer, OpenFile> open = new HashMap<>();
  private final NioCalls paths;
  private final ChannelCalls channels;
  private final StreamCalls streams;
  private final List<Machine> machines = new ArrayList<>();
  private final long number = DISKS.incrementAndGet();
  private int next = FIRST;

  /** Whether a call is under way; files that such a call needs itself are real. */
  private boolean busy;

  /** The disk of a run. */
  public Disk(Simulation run, long seed, DiskFaults faults) {
    this.run = run;
    this.faults = faults;
    this.chance = new Chance(seed, 3);
    Posix posix = new Posix(this, tree);
    this.paths = new NioCalls(this, posix);
    OpenFiles descriptors = new OpenFiles(this);
    this.channels = new ChannelCalls(this, descriptors);
    this.streams = new StreamCalls(this, posix, descriptors);
    run.system(this);
  }

  @Override
  public Object call(String name, Object[] arguments) throws Throwable {
    if (busy) {
      return null;
    }
    busy = true;
    try {
      return switch (name.substring(0, name.indexOf('.'))) {
        case "UnixNativeDispatcher", "UnixPath" -> paths.call(name, arguments);
        case "FileInputStream", "FileOutputStream", "RandomAccessFile", "UnixFileSystem" ->
            streams.call(name, arguments);
        default -> channels.call(name, arguments);
      };
    } finally {
      busy = false;
    }
  }

  /** A call that is answered here: other threads may go first, and the machine may crash. */
  void enter(String name) {
    busy = false;
    run.point(Point.FILE);
    event();
    busy = true;
    run.trace().add(Kind.FILE, name.hashCode());
  }

  private void event() {
    Machine machine = run.acting();
    if (machine != null) {
      machine.event();
    }
  }

  /** A device takes its time. */
  void awaitDevice() {
    busy = false;
    run.pause(1L + chance.below(SYNC_NANOS));
    event();
    busy = true;
  }

  RealFiles files() {
    return files;
  }

  Journal journal() {
    return journal;
  }

  Machine acting() {
    return run.acting();
  }

  /** Whether a crash may take back what the running thread changes. */
  boolean isKept() {
    return run.acting() != null;
  }

  /** Returns the time for people, in nanoseconds since 1970. */
  long time() {
    return run.epochNanos();
  }

  /** Returns the exception to throw. */
  Refusal refused(String what) {
    return run.refuse(what);
  }

  /** Whether a sync fails here. */
  boolean syncFails() {
    return isFaulty() && chance.oneIn(faults.failedSyncOneIn());
  }

  /** Faults are for the server, where a test says which threads are the server's. */
  private boolean isFaulty() {
    return machines.isEmpty() || isKept();
  }

  /** Returns how many more bytes have room, at most those that are wanted. */
  int room(int wanted) {
    if (wanted <= 0 || !isFaulty()) {
      return wanted;
    }
    long used = changed.stream().mapToLong(Plain::size).sum();
    return chance.oneIn(faults.fullOneIn())
        ? 0
        : (int) Math.max(0, Math.min(wanted, faults.space() - used));
  }

  /** Returns the bytes of a file that is to be changed. */
  Content changed(Plain file) throws Errno {
    Content content = file.content(files);
    if (!changed.contains(file)) {
      changed.add(file);
    }
    file.modified = time();
    return content;
  }

  /** Opens; returns the descriptor. */
  int open(OpenFile file) {
    open.put(next, file);
    return next++;
  }

  /** Whether a descriptor is of this disk, open or not. */
  static boolean isOwn(int descriptor) {
    return descriptor >= FIRST;
  }

  OpenFile file(int descriptor) throws Errno {
    OpenFile file = open.get(descriptor);
    if (file == null) {
      throw new Errno(Errno.Kind.EBADF);
    }
    return file;
  }

  void close(int descriptor) {
    open.remove(descriptor);
  }

  /** Whether another machine has a lock of a file. */
  boolean isLockedElsewhere(OpenFile file) {
    return open.values().stream()
        .anyMatch(one -> one.node == file.node && one.isLocked && one.machine != file.machine);
  }

  /** Returns the number of the device as a machine sees it: locks of a machine end with it. */
  long device(Machine machine) {
    return number * MOST_MACHINES + machines.indexOf(machine) + 1;
  }

  /** A machine starts; all that was changed before is on the device. */
  public void boot(Machine machine) {
    machines.add(machine);
    journal.sync();
    changed.forEach(file -> file.changed().sync());
  }

  /** The machine crashes that has all files open. */
  public void crash(Machine machine) {
    open.values().removeIf(file -> file.machine == machine);
    journal.crash(chance);
    changed.forEach(file -> file.changed().crash(chance));
  }
}
