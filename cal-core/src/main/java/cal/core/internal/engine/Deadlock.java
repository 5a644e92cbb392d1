package cal.core.internal.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * A circle of threads, each of which waits for the next one.
 *
 * @param waits each thread by its number, with what it waits for; the smallest number first
 */
record Deadlock(List<Link> waits) {
  /**
   * A thread that waits for another.
   *
   * @param thread its number
   * @param what what it waits for, up to the name of the other thread
   */
  record Link(long thread, String what) {}

  /** The circle, from any of its threads on. */
  static Deadlock of(List<Link> links) {
    List<Link> rotated = new ArrayList<>(links);
    Link first = Collections.min(links, Comparator.comparingLong(Link::thread));
    Collections.rotate(rotated, -links.indexOf(first));
    return new Deadlock(List.copyOf(rotated));
  }

  /** The numbers of the threads. */
  List<Long> threads() {
    return waits.stream().map(Link::thread).toList();
  }
}
