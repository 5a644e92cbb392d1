package cal.weave.loop;

import cal.weave.support.WeaveException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** All loops that a file cuts. For a single thread. */
public final class Loops {
  private final List<LoopCut> cuts;
  private final ClassLoader loader;
  private final Set<LoopCut> found = new HashSet<>();

  /** With the loader of the server's classes. */
  public Loops(List<LoopCut> cuts, ClassLoader loader) {
    this.cuts = cuts;
    this.loader = loader;
  }

  /**
   * Cuts the loops of a class.
   *
   * @param name with dots or slashes
   * @return the class file; the same where nothing is cut
   * @throws WeaveException if a loop cannot be cut
   */
  public byte[] cut(String name, byte[] bytes) {
    byte[] after = bytes;
    for (LoopCut cut : cuts) {
      byte[] made = cut.loop().isOf(name) ? cut.cut(after, loader) : null;
      if (made != null) {
        found.add(cut);
        after = made;
      }
    }
    return after;
  }

  /**
   * Makes sure that each loop was found.
   *
   * @throws WeaveException naming another
   */
  public void requireFound() {
    List<LoopCut> missing = new ArrayList<>(cuts);
    missing.removeAll(found);
    if (!missing.isEmpty()) {
      throw new WeaveException(
          missing.getFirst().place()
              + ".loop: "
              + missing.getFirst().loop()
              + " is a method of no class that is woven; name its class in full, and have that"
              + " class woven (weave:)");
    }
  }
}
