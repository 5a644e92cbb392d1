package cal.reactive.internal.transport;

import java.util.Arrays;
import java.util.function.Predicate;

/**
 * The found ready channels of a loop, in order, with their operations. Channels are told one by
 * one: each is still in the cache then.
 *
 * <p>For the serving thread of the loop, between turns.
 */
public class ReadySet {
  private Registration[] registrations = new Registration[64];
  private int[] operations = new int[64];
  private int next;
  private int end;

  public void add(Registration registration, int ready) {
    if (end == registrations.length) {
      makeRoom();
    }
    registrations[end] = registration;
    operations[end++] = ready;
  }

  /** At the begin, if half of the channels have been told. */
  private void makeRoom() {
    int left = end - next;
    if (next < left) {
      registrations = Arrays.copyOf(registrations, 2 * end);
      operations = Arrays.copyOf(operations, 2 * end);
      return;
    }
    System.arraycopy(registrations, next, registrations, 0, left);
    System.arraycopy(operations, next, operations, 0, left);
    Arrays.fill(registrations, left, end, null);
    next = 0;
    end = left;
  }

  public void tellAll() {
    boolean more = true;
    while (more) {
      more = tellNext();
    }
  }

  /** Tells the channels of some registrations, and drops the others. */
  public void tellAll(Predicate<Registration> which) {
    for (int i = next; i < end; i++) {
      if (which.test(registrations[i])) {
        registrations[i].told().ready(registrations[i], operations[i]);
      }
    }
    next = 0;
    end = 0;
  }

  /** The channels for which there is room; for tests. */
  int room() {
    return registrations.length;
  }

  public boolean isEmpty() {
    return next == end;
  }

  /** Tells the next channel; false where none is left. */
  public boolean tellNext() {
    if (next == end) {
      return false;
    }
    Registration registration = registrations[next];
    registrations[next] = null;
    int ready = operations[next++];
    if (next == end) {
      next = 0;
      end = 0;
    }
    registration.told().ready(registration, ready);
    return true;
  }
}
