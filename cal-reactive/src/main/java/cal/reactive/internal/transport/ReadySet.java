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
      registrations = Arrays.copyOf(registrations, 2 * end);
      operations = Arrays.copyOf(operations, 2 * end);
    }
    registrations[end] = registration;
    operations[end++] = ready;
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
