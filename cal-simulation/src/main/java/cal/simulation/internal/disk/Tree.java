package cal.simulation.internal.disk;

import cal.simulation.internal.disk.Node.Folder;
import cal.simulation.internal.disk.Node.Link;
import cal.simulation.internal.disk.Node.Plain;
import cal.simulation.internal.disk.Node.Special;
import cal.simulation.internal.disk.RealFiles.Real;
import cal.simulation.internal.jdk.JdkFiles;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The folders, from the root, above the real ones. Used by the threads of one run. */
final class Tree {
  private static final int MOST_LINKS = 40;
  private static final int FOLDER = JdkFiles.constant("S_IFDIR");
  private static final int PLAIN = JdkFiles.constant("S_IFREG");

  private final RealFiles files;
  private final Folder root;
  private long numbers;

  Tree(RealFiles files) {
    this.files = files;
    this.root = new Folder(nextNumber(), "/", 0755, 0);
  }

  long nextNumber() {
    return ++numbers;
  }

  /**
   * The place of a path.
   *
   * @param folder null for the root
   * @param name in the folder
   * @param node null if there is none
   * @param real whether the real system answers the same
   * @param path without symbolic links
   */
  record Place(Folder folder, String name, Node node, boolean real, String path) {
    Node required() throws Errno {
      if (node == null) {
        throw new Errno(Errno.Kind.ENOENT);
      }
      return node;
    }
  }

  /**
   * Finds.
   *
   * @param path absolute
   * @param follow whether a symbolic link at the end is followed
   */
  Place find(String path, boolean follow) throws Errno {
    Deque<String> names = new ArrayDeque<>(List.of(path.split("/", -1)));
    Deque<Place> above = new ArrayDeque<>();
    Place at = new Place(null, "", root, true, "");
    int links = 0;
    while (!names.isEmpty()) {
      String name = names.poll();
      if (name.isEmpty() || name.equals(".")) {
        continue;
      }
      if (name.equals("..")) {
        at = above.isEmpty() ? at : above.pop();
        continue;
      }
      if (!(at.required() instanceof Folder folder)) {
        throw new Errno(Errno.Kind.ENOTDIR);
      }
      Place below = below(at, folder, name);
      if (below.node instanceof Link link && (follow || !names.isEmpty())) {
        if (++links > MOST_LINKS) {
          throw new Errno(Errno.Kind.ELOOP);
        }
        List.of(link.target.split("/", -1)).reversed().forEach(names::push);
        if (link.target.startsWith("/")) {
          above.clear();
          at = new Place(null, "", root, at.real && below.real, "");
        } else if (!below.real) {
          at = new Place(at.folder, at.name, at.node, false, at.path);
        }
      } else {
        above.push(at);
        at = below;
      }
    }
    return at;
  }

  private Place below(Place at, Folder folder, String name) {
    String path = at.path + "/" + name;
    Node node = child(folder, name);
    boolean real = at.real && (node == null ? folder.mayBeReal(name) : path.equals(node.real));
    return new Place(folder, name, node, real, path);
  }

  private Node child(Folder folder, String name) {
    Node known = folder.known(name);
    if (known != null || !folder.mayBeReal(name)) {
      return known;
    }
    String path = (folder.real.equals("/") ? "" : folder.real) + "/" + name;
    Real real = files.look(path);
    if (real == null) {
      return null;
    }
    Node node;
    if (real.type() == FOLDER) {
      node = new Folder(nextNumber(), path, real.mode(), real.modified());
    } else if (real.target() != null) {
      node = new Link(nextNumber(), path, real.target(), real.modified());
    } else if (real.type() == PLAIN) {
      node = new Plain(nextNumber(), path, real.mode(), real.modified(), real.size());
    } else {
      node = new Special(nextNumber(), path);
    }
    folder.know(name, node);
    return node;
  }
}
