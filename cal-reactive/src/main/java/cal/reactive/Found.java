package cal.reactive;

import java.util.Arrays;
import java.util.function.Predicate;

/**
 * The channels of a loop that were found ready, in order, and for what. They are told one by one:
 * each is still in the cache then.
 *
 * <p>For the thread that serves the loop, between turns.
 */
class Found {
  private Place[] places = new Place[64];
  private int[] operations = new int[64];
  private int next;
  private int end;

  void add(Place place, int ready) {
    if (end == places.length) {
      places = Arrays.copyOf(places, 2 * end);
      operations = Arrays.copyOf(operations, 2 * end);
    }
    places[end] = place;
    operations[end++] = ready;
  }

  void tellAll() {
    boolean more = true;
    while (more) {
      more = tellNext();
    }
  }

  /** Tells those of some places, and drops the others. */
  void tellAll(Predicate<Place> which) {
    for (int i = next; i < end; i++) {
      if (which.test(places[i])) {
        places[i].told().ready(places[i], operations[i]);
      }
    }
    next = 0;
    end = 0;
  }

  /** Tells the next one; false where none is left. */
  boolean tellNext() {
    if (next == end) {
      return false;
    }
    Place place = places[next];
    places[next] = null;
    int ready = operations[next++];
    if (next == end) {
      next = 0;
      end = 0;
    }
    place.told().ready(place, ready);
    return true;
  }
}
