package cal.simulation.internal.disk;

import cal.simulation.internal.schedule.Machine;
import java.util.ArrayList;
import java.util.List;

/**
 * The locks of files, each of a machine and of a range, as POSIX has them: a machine that closes
 * any descriptor of a file loses its locks of the file. Locks of one machine are apart, since the
 * JDK keeps them so. Used by the threads of one run.
 */
final class Locks {
  private final List<Lock> locks = new ArrayList<>();

  private record Lock(OpenFile file, long from, long size, boolean shared) {
    private long last() {
      long last = from + size - 1;
      return last < from ? Long.MAX_VALUE : last;
    }

    boolean isOf(OpenFile other) {
      return file.node == other.node && file.machine == other.machine;
    }

    boolean excludes(Lock other) {
      return file.node == other.file.node
          && file.machine != other.file.machine
          && !(shared && other.shared)
          && from <= other.last()
          && other.from <= last();
    }
  }

  /** Takes a lock; false where another machine has one. */
  boolean take(OpenFile file, long from, long size, boolean shared) {
    Lock wanted = new Lock(file, from, size, shared);
    if (locks.stream().anyMatch(wanted::excludes)) {
      return false;
    }
    return locks.add(wanted);
  }

  void release(OpenFile file, long from, long size) {
    locks.removeIf(lock -> lock.isOf(file) && lock.from == from && lock.size == size);
  }

  /** A descriptor of a file is closed. */
  void close(OpenFile file) {
    locks.removeIf(lock -> lock.isOf(file));
  }

  /** A machine crashes. */
  void crash(Machine machine) {
    locks.removeIf(lock -> lock.file.machine == machine);
  }
}
