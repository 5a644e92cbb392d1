package cal.cluster;

import cal.cluster.internal.call.Parcel;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Calls of the same key, one after the other, in order of arrival. Thread-safe. */
final class KeyOrder {
  private final Map<Object, Queue<Place>> places = new ConcurrentHashMap<>();

  /**
   * An argument as a key: arguments are equal by contents, whatever their class says of equality.
   *
   * @throws IOException if the argument is not serializable
   */
  static Object key(Object argument) throws IOException {
    return switch (argument) {
      case null -> "";
      case String text -> text;
      case Integer number -> number;
      case Long number -> number;
      case BigInteger number -> number;
      case UUID id -> id;
      default -> new String(new Parcel(0, argument).pack(), StandardCharsets.ISO_8859_1);
    };
  }

  /** The place of a call among the calls of its key. */
  final class Place {
    private final Object key;
    private final CompletableFuture<Void> turn = new CompletableFuture<>();

    private Place(Object key) {
      this.key = key;
    }

    Object key() {
      return key;
    }

    /**
     * Waits for all calls before.
     *
     * @throws TimeoutException if the time is over
     */
    void await(Deadline deadline) throws TimeoutException {
      try {
        deadline.await(turn);
      } catch (ExecutionException impossible) {
        throw new AssertionError(impossible);
      }
    }

    /** Lets the next go on, where this was the first. Idempotent. */
    void leave() {
      places.computeIfPresent(
          key,
          (same, queue) -> {
            queue.remove(this);
            begin(queue);
            return queue.isEmpty() ? null : queue;
          });
    }
  }

  /** Takes the next place. */
  Place enter(Object key) {
    Place place = new Place(key);
    places.compute(
        key,
        (same, present) -> {
          Queue<Place> queue = present == null ? new ArrayDeque<>() : present;
          queue.add(place);
          begin(queue);
          return queue;
        });
    return place;
  }

  private static void begin(Queue<Place> queue) {
    if (!queue.isEmpty()) {
      queue.peek().turn.complete(null);
    }
  }
}
