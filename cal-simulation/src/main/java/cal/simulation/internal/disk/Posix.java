package cal.simulation.internal.disk;

import cal.simulation.internal.disk.Errno.Kind;
import cal.simulation.internal.disk.Node.Folder;
import cal.simulation.internal.disk.Node.Link;
import cal.simulation.internal.disk.Node.Plain;
import cal.simulation.internal.disk.Node.Special;
import cal.simulation.internal.disk.Tree.Place;
import cal.simulation.internal.jdk.JdkFiles;
import java.util.List;
import java.util.Set;

/** The calls of a system (POSIX.1-2024), as far as the JDK makes them. For one run. */
final class Posix {
  /** The answer of {@link #open} for a file that is read from the real system. */
  static final int REAL = -1;

  static final int READ = JdkFiles.constant("O_RDONLY");
  static final int WRITE = JdkFiles.constant("O_WRONLY");
  static final int BOTH = JdkFiles.constant("O_RDWR");
  static final int CREATE = JdkFiles.constant("O_CREAT");
  static final int NEW = JdkFiles.constant("O_EXCL");
  static final int TRUNCATE = JdkFiles.constant("O_TRUNC");
  static final int APPEND = JdkFiles.constant("O_APPEND");
  static final int SYNC = JdkFiles.constant("O_DSYNC") | JdkFiles.constant("O_SYNC");
  private static final int NO_FOLLOW = JdkFiles.constant("O_NOFOLLOW");
  private static final int UMASK = 022;
  private static final int PLAIN_MODE = 0666;
  private static final int FOLDER_MODE = 0777;

  /** Bits of {@code access}. */
  private static final int READS = 4;

  private static final int WRITES = 2;

  /** From the bits of {@code access} to those of the owner, whom the program is to all files. */
  private static final int OF_OWNER = 6;

  /** Devices without a memory. */
  private static final Set<String> DEVICES =
      Set.of("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom");

  private final Disk disk;
  private final Tree tree;

  Posix(Disk disk, Tree tree) {
    this.disk = disk;
    this.tree = tree;
  }

  private Place find(String path) throws Errno {
    return tree.find(path, false);
  }

  /** Opens, and returns the descriptor, or {@link #REAL}. */
  int open(String path, int flags) throws Errno {
    return open(path, flags, PLAIN_MODE);
  }

  /** The same, with the mode of a new file. */
  int open(String path, int flags, int mode) throws Errno {
    boolean writes = (flags & (WRITE | BOTH)) != 0;
    boolean follows = (flags & NO_FOLLOW) == 0 && (flags & NEW) == 0;
    if (isLeftReal(tree.find(path, follows), writes || (flags & CREATE) != 0)) {
      return REAL;
    }
    disk.enter("open");
    Place place = tree.find(path, follows);
    Node node = place.node();
    if (node == null && (flags & CREATE) != 0) {
      node = new Plain(tree.nextNumber(), null, mode & ~UMASK, disk.time(), 0);
      set(place, node);
      return opened(node, flags);
    } else if (node != null && (flags & NEW) != 0) {
      throw new Errno(Kind.EEXIST);
    } else if (place.required() instanceof Link) {
      throw new Errno(Kind.ELOOP);
    } else if (node instanceof Folder && writes) {
      throw new Errno(Kind.EISDIR);
    }
    require(node, ((flags & WRITE) == 0 ? READS : 0) | (writes ? WRITES : 0));
    if (node instanceof Plain file && writes && (flags & TRUNCATE) != 0) {
      disk.truncate(file, 0);
    }
    return opened(node, flags);
  }

  private int opened(Node node, int flags) {
    return disk.open(
        new OpenFile(
            node,
            disk.acting(),
            (flags & WRITE) == 0,
            (flags & (WRITE | BOTH)) != 0,
            (flags & APPEND) != 0,
            (flags & SYNC) != 0));
  }

  private boolean isLeftReal(Place place, boolean writes) {
    if (place.node() instanceof Special) {
      if (writes && !DEVICES.contains(place.path())) {
        throw disk.refused("a write to the device " + place.path() + "; write to a file");
      }
      return true;
    }
    return !writes
        && place.real()
        && place.node() instanceof Plain file
        && file.isPristine()
        && disk.files().isOfProcess(place.path());
  }

  private static void require(Node node, int access) throws Errno {
    if ((node.mode >> OF_OWNER & access) != access) {
      throw new Errno(Kind.EACCES);
    }
  }

  /** Gives a name to a node, or to none. */
  private void set(Place place, Node node) throws Errno {
    require(place.folder(), WRITES);
    journal(List.of(place.folder()), place.folder().set(place.name(), node));
    place.folder().modified = disk.time();
  }

  private void journal(List<Folder> folders, Runnable undo) {
    disk.journal().add(disk.acting(), folders, undo);
    disk.renamed();
  }

  private Place free(String path) throws Errno {
    Place place = find(path);
    if (place.node() != null || place.folder() == null) {
      throw new Errno(Kind.EEXIST);
    }
    return place;
  }

  void mkdir(String path) throws Errno {
    mkdir(path, FOLDER_MODE);
  }

  void mkdir(String path, int mode) throws Errno {
    disk.enter("mkdir");
    set(free(path), new Folder(tree.nextNumber(), null, mode & ~UMASK, disk.time()));
  }

  void symlink(String target, String path) throws Errno {
    disk.enter("symlink");
    set(free(path), new Link(tree.nextNumber(), null, target, disk.time()));
  }

  void link(String existing, String path) throws Errno {
    disk.enter("link");
    set(free(path), find(existing).required());
  }

  void unlink(String path) throws Errno {
    disk.enter("unlink");
    Place place = find(path);
    if (place.required() instanceof Folder) {
      throw new Errno(Kind.EISDIR);
    }
    set(place, null);
  }

  void rmdir(String path) throws Errno {
    disk.enter("rmdir");
    Place place = find(path);
    if (!(place.required() instanceof Folder folder)) {
      throw new Errno(Kind.ENOTDIR);
    }
    requireEmpty(folder);
    if (place.folder() == null) {
      throw new Errno(Kind.EINVAL);
    }
    set(place, null);
  }

  private void requireEmpty(Folder folder) throws Errno {
    if (!folder.names(disk.files()).isEmpty()) {
      throw new Errno(Kind.ENOTEMPTY);
    }
  }

  /** Renames, in one step of the journal. */
  void rename(String from, String to) throws Errno {
    disk.enter("rename");
    Place old = find(from);
    Place place = find(to);
    Node moved = old.required();
    if (place.node() == moved) {
      return;
    }
    if (old.folder() == null
        || place.folder() == null
        || place.path().startsWith(old.path() + "/")) {
      throw new Errno(Kind.EINVAL);
    }
    if (place.node() instanceof Folder replaced) {
      if (!(moved instanceof Folder)) {
        throw new Errno(Kind.EISDIR);
      }
      requireEmpty(replaced);
    } else if (place.node() != null && moved instanceof Folder) {
      throw new Errno(Kind.ENOTDIR);
    }
    require(old.folder(), WRITES);
    require(place.folder(), WRITES);
    Runnable second = old.folder().set(old.name(), null);
    Runnable first = place.folder().set(place.name(), moved);
    journal(
        List.of(old.folder(), place.folder()),
        () -> {
          first.run();
          second.run();
        });
  }

  /** Returns the target of a link; null where the real system is to answer. */
  String readlink(String path) throws Errno {
    Place place = find(path);
    if (!(place.required() instanceof Link link)) {
      throw new Errno(Kind.EINVAL);
    }
    return place.real() ? null : link.target;
  }

  /** Returns the path without symbolic links; null where the real system is to answer. */
  String realpath(String path) throws Errno {
    Place place = tree.find(path, true);
    place.required();
    return place.real() ? null : place.path();
  }

  /** Returns a file to look at; null where the real system is to answer. */
  Node stat(String path, boolean follow) throws Errno {
    Place place = tree.find(path, follow);
    Node node = place.required();
    boolean pristine = !(node instanceof Plain file) || file.isPristine();
    return place.real() && pristine ? null : node;
  }

  /** Checks the bits of {@code access}; whether the real system is to answer. */
  boolean access(String path, int access) throws Errno {
    Node node = stat(path, true);
    if (node == null && (access & WRITES) == 0) {
      return true;
    }
    require(node == null ? tree.find(path, true).required() : node, access);
    return false;
  }

  /** Returns a file to change; a real file is the run's own from now on. */
  Node change(String path, boolean follow) throws Errno {
    disk.enter("change");
    Node node = tree.find(path, follow).required();
    if (node instanceof Plain file) {
      Content unused = disk.changed(file);
    }
    return node;
  }

  /** Opens a file whose attributes are to be changed. */
  int openToChange(String path, boolean follow) throws Errno {
    Node node = change(path, follow);
    if (node instanceof Link) {
      throw new Errno(Kind.ELOOP);
    }
    return disk.open(new OpenFile(node, disk.acting(), true, false, false, false));
  }

  boolean isFolder(String path) throws Errno {
    return find(path).required() instanceof Folder;
  }

  /** Returns the names in a folder, in their order. */
  Set<String> list(String path) throws Errno {
    if (!(tree.find(path, true).required() instanceof Folder folder)) {
      throw new Errno(Kind.ENOTDIR);
    }
    return folder.names(disk.files());
  }
}
