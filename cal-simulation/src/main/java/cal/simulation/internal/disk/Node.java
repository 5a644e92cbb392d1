package cal.simulation.internal.disk;

import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** A file, a folder, or a symbolic link. Used by the threads of one run. */
abstract sealed class Node {
  /** As an inode's number. */
  final long number;

  /** The real file that this stands for as long as it is not changed; null for none. */
  final String real;

  /** As {@code chmod} has it, without the type. */
  int mode;

  /** In nanoseconds since 1970. */
  long modified;

  /** The number of names. */
  private int names;

  Node(long number, String real, int mode, long modified) {
    this.number = number;
    this.real = real;
    this.mode = mode;
    this.modified = modified;
  }

  /** Identity hash codes are all the same in a run, so sets of files would be slow. */
  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }

  /** A file with bytes. */
  static final class Plain extends Node {
    private Content content;
    private final long realSize;

    /** The number of descriptors. */
    int descriptors;

    Plain(long number, String real, int mode, long modified, long realSize) {
      super(number, real, mode, modified);
      this.realSize = realSize;
      this.content = real == null ? new Content(new byte[0]) : null;
    }

    /** Whether the run has not changed the file. */
    boolean isPristine() {
      return content == null;
    }

    /** Returns the bytes of a file that the run has changed. */
    Content changed() {
      return content;
    }

    /** Returns the bytes, which are the run's own from now on. */
    Content content(RealFiles files) throws Errno {
      if (content == null) {
        content = new Content(files.read(real));
      }
      return content;
    }

    long size() {
      return content == null ? realSize : content.size();
    }

    /** Returns the bytes that take room on the run's disk. */
    int written() {
      return content == null ? 0 : content.written();
    }

    /** Whether a name or a descriptor has the file. */
    boolean isThere() {
      return super.names > 0 || descriptors > 0;
    }
  }

  /** A folder. */
  static final class Folder extends Node {
    private final SortedMap<String, Node> entries = new TreeMap<>();

    /** Names of real files that are here no more. */
    private final Set<String> gone = new HashSet<>();

    Folder(long number, String real, int mode, long modified) {
      super(number, real, mode, modified);
    }

    /** Returns the entry that is known of a name; null if none. */
    Node known(String name) {
      return entries.get(name);
    }

    /** Whether a name may be that of a real file. */
    boolean mayBeReal(String name) {
      return real != null && !gone.contains(name);
    }

    /** Remembers a real file. */
    void know(String name, Node node) {
      put(name, node);
    }

    /** Gives a name to a node, or to none; returns the way back, which leaves a later change. */
    Runnable set(String name, Node node) {
      Node before = entries.get(name);
      boolean wasGone = gone.contains(name);
      gone.add(name);
      put(name, node);
      return () -> {
        if (entries.get(name) == node) {
          put(name, before);
          if (!wasGone) {
            gone.remove(name);
          }
        }
      };
    }

    private void put(String name, Node node) {
      Node before = node == null ? entries.remove(name) : entries.put(name, node);
      if (before != null) {
        before.names--;
      }
      if (node != null) {
        node.names++;
      }
    }

    /** Returns all names, in their order. */
    Set<String> names(RealFiles files) throws Errno {
      Set<String> names = new TreeSet<>(entries.keySet());
      if (real != null) {
        files.list(real).stream().filter(this::mayBeReal).forEach(names::add);
      }
      return names;
    }
  }

  /** A symbolic link. */
  static final class Link extends Node {
    final String target;

    Link(long number, String real, String target, long modified) {
      super(number, real, 0777, modified);
      this.target = target;
    }
  }

  /** A real device, pipe or socket. */
  static final class Special extends Node {
    Special(long number, String real) {
      super(number, real, 0666, 0);
    }
  }
}
