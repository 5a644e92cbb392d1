package cal.schedules;

import java.util.ArrayList;
import java.util.List;

/**
 * A stress test whose outcome has to be right under each schedule, and twins of classes with which
 * it has to fail. Immutable.
 *
 * @param state the test
 * @param twins each alone is found
 */
record Subject(Class<?> state, List<Twin> twins) {
  /** In a JVM of jcstress the life of what waits in vain is bounded by a thread. */
  private static final Twin ENDLESS =
      new Twin("cal.core.internal.stage.ForkedLife", "bound", "execute", 0);

  /** With a twin more. */
  Subject without(String type, String method, String call, int answer) {
    List<Twin> more = new ArrayList<>(twins);
    more.add(new Twin(type, method, call, answer));
    return new Subject(state, List.copyOf(more));
  }

  /**
   * The test with a twin, or as it is.
   *
   * @param twin its number; -1 for none
   */
  Stressed load(int twin) throws ClassNotFoundException {
    List<Twin> changes = twin < 0 ? List.of(ENDLESS) : List.of(ENDLESS, twins.get(twin));
    return new Stressed(Class.forName(state.getName(), true, new TwinLoader(changes)));
  }

  @Override
  public String toString() {
    String name = state.getName();
    return name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
  }
}
