package cal.simulation.internal.disk;

import cal.simulation.internal.disk.Node.Folder;
import cal.simulation.spi.Chance;
import java.util.ArrayList;
import java.util.List;

/**
 * The changes of names that are not synced, in their order, as a file system's journal has them: a
 * crash keeps a beginning. The sync of a folder keeps all up to the folder's last change; the sync
 * of a file keeps no name (POSIX promises none). Used by the threads of one run.
 */
final class Journal {
  private final List<Change> changes = new ArrayList<>();

  private record Change(List<Folder> folders, Runnable undo) {}

  /** Adds a change that has been made. */
  void add(List<Folder> folders, Runnable undo) {
    changes.add(new Change(folders, undo));
  }

  void sync(Folder folder) {
    int last = changes.size() - 1;
    while (last >= 0 && changes.get(last).folders.stream().noneMatch(one -> one == folder)) {
      last--;
    }
    changes.subList(0, last + 1).clear();
  }

  /** All changes are on the device. */
  void sync() {
    changes.clear();
  }

  void crash(Chance chance) {
    int kept = chance.oneIn(3) ? changes.size() : chance.below(changes.size() + 1);
    while (changes.size() > kept) {
      changes.removeLast().undo.run();
    }
    changes.clear();
  }
}
