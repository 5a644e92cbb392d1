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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The disk of a run. Changes by threads of a machine are on the device when synced, all others at
 * once, with what a machine has changed before at the same place. Used by the threads of one run.
 */
public final class Disk implements SystemCalls {
  /** Above all real descriptors. */
  private static final int FIRST = 1 << 30;

  /** The JDK keeps some descriptors in static fields: no number comes again in a later run. */
  private static final AtomicInteger DESCRIPTORS = new AtomicInteger(FIRST);

  private static final int SYNC_NANOS = 2_000_000;
  private static final int MOST_MACHINES = 10_000;

  /** So that locks of an earlier run are none of this. */
  private static final AtomicLong DISKS = new AtomicLong();

  private final Simulation run;
  private final DiskFaults faults;
  private final Chance chance;
  private final RealFiles files = new RealFiles();
  private final Tree tree = new Tree(files);
  private final Journal journal;
  private final Room room = new Room();
  private final Locks locks = new Locks();
  private final Map<Integer, OpenFile> open = new HashMap<>();
  private final NioCalls paths;
  private final ChannelCalls channels;
  private final StreamCalls streams;
  private final List<Machine> machines = new ArrayList<>();
  private final long number = DISKS.incrementAndGet();

  /** Whether a call is under way; files that such a call needs itself are real. */
  private boolean busy;

  /** The disk of a run. */
  public Disk(Simulation run, long seed, DiskFaults faults) {
    this.run = run;
    this.faults = faults;
    this.chance = new Chance(seed, 3);
    this.journal = new Journal(chance.oneIn(2));
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
    pause(1L + chance.below(SYNC_NANOS));
  }

  /** The running thread waits within its call. */
  void pause(long nanos) {
    busy = false;
    run.pause(nanos);
    event();
    busy = true;
  }

  RealFiles files() {
    return files;
  }

  Journal journal() {
    return journal;
  }

  /** Returns the machine, a crash of which may take back what the running thread changes. */
  Machine acting() {
    return run.acting();
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
    return machines.isEmpty() || acting() != null;
  }

  /** Returns how many more bytes have room, at most those that are wanted. */
  int room(int wanted) {
    if (wanted <= 0 || !isFaulty()) {
      return wanted;
    }
    return chance.oneIn(faults.fullOneIn())
        ? 0
        : (int) Math.max(0, Math.min(wanted, faults.space() - room.used(journal)));
  }

  /** A changed file takes more room, or less. */
  void grow(long by) {
    room.grow(by);
  }

  /** A file may have lost its last name. */
  void renamed() {
    room.look();
  }

  /** Returns the bytes of a file that is to be changed. */
  Content changed(Plain file) throws Errno {
    Content content = file.content(files);
    room.add(file);
    file.modified = time();
    return content;
  }

  /** Gives a file another size. */
  void truncate(Plain file, long size) throws Errno {
    Content content = changed(file);
    int before = content.written();
    content.truncate(size, acting());
    grow(content.written() - before);
  }

  /** Opens; returns the descriptor. */
  int open(OpenFile file) {
    int descriptor = DESCRIPTORS.getAndUpdate(last -> Math.max(FIRST, last + 1));
    open.put(descriptor, file);
    count(file, 1);
    return descriptor;
  }

  private static void count(OpenFile file, int more) {
    if (file.node instanceof Plain plain) {
      plain.descriptors += more;
    }
  }

  /** Whether a descriptor is of a disk, open or not. */
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
    OpenFile file = open.remove(descriptor);
    if (file != null) {
      count(file, -1);
      locks.close(file);
      room.look();
    }
  }

  Locks locks() {
    return locks;
  }

  /**
   * Returns the number of the disk, as a device of the system: another one for each run, with the
   * same hash code.
   */
  long number() {
    return number << Integer.SIZE | number;
  }

  /** Returns the number of the device as a machine sees it: locks of a machine end with it. */
  long device(Machine machine) {
    return number * MOST_MACHINES + machines.indexOf(machine) + 1;
  }

  /** A machine starts. */
  public void boot(Machine machine) {
    machines.add(machine);
  }

  /** The machine crashes: its files are closed, and its changes lost but for some by chance. */
  public void crash(Machine machine) {
    List<OpenFile> closed = open.values().stream().filter(file -> file.machine == machine).toList();
    closed.forEach(file -> count(file, -1));
    open.values().removeAll(closed);
    locks.crash(machine);
    journal.crash(machine, chance);
    room.files(journal).forEach(file -> file.changed().crash(machine, chance));
    room.look();
  }
}
