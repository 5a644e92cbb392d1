package cal.simulation;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * The requests of all clients with their answers, and whether these are linearizable: whether the
 * server could have given the same answers to one request after the other, each at some moment
 * between its call and its return. By the search of Wing and Gong (JPDC 17, 1993) with the memory
 * of Lowe (Concurrency and Computation 29, 2017). The difference: a request without an answer may
 * have had its effect at any later moment, or never. Thread-safe.
 *
 * @param <Q> requests
 * @param <A> answers
 */
public final class History<Q, A> {
  private static final int NEVER = Integer.MAX_VALUE;

  private final List<Call<Q, A>> calls = new ArrayList<>();
  private int events;

  /** Without a call. */
  public History() {}

  private static final class Call<Q, A> {
    final Q request;
    final int called;
    A answer;
    int returned = NEVER;

    Call(Q request, int called) {
      this.request = request;
      this.called = called;
    }

    @Override
    public String toString() {
      String end = returned == NEVER ? "no answer" : answer + " (" + returned + ")";
      return "(" + called + ") " + request + " -> " + end;
    }
  }

  /**
   * The sequential server.
   *
   * @param <S> its states, with {@code equals}
   * @param <Q> requests
   * @param <A> answers
   */
  @FunctionalInterface
  public interface Sequential<S, Q, A> {
    /**
     * Takes a step.
     *
     * @param answer null where none came
     * @return the state after the request; empty if the server does not answer so
     */
    Optional<S> next(S state, Q request, A answer);
  }

  /**
   * Makes a request and notes it with its answer. A request that ends in an exception has no
   * answer.
   *
   * @return the answer
   */
  public A of(Q request, Callable<A> made) throws Exception {
    Call<Q, A> call;
    synchronized (this) {
      call = new Call<>(request, events++);
      calls.add(call);
    }
    A answer = made.call();
    synchronized (this) {
      call.answer = answer;
      call.returned = events++;
    }
    return answer;
  }

  /**
   * Requires an order of all requests by which a sequential server gives the same answers.
   *
   * @param first the state before all requests
   * @throws AssertionError if there is none, with all requests
   */
  public synchronized <S> void requireLinearizable(S first, Sequential<S, Q, A> server) {
    if (!new Search<>(List.copyOf(calls), server).from(first)) {
      StringBuilder text = new StringBuilder("not linearizable; calls, returns and answers:");
      calls.forEach(call -> text.append("\n  ").append(call));
      throw new AssertionError(text.toString());
    }
  }

  /** For one question. */
  private static final class Search<S, Q, A> {
    private final List<Call<Q, A>> calls;
    private final Sequential<S, Q, A> server;
    private final Set<Seen<S>> seen = new HashSet<>();
    private final BitSet done = new BitSet();
    private int answered;

    Search(List<Call<Q, A>> calls, Sequential<S, Q, A> server) {
      this.calls = calls;
      this.server = server;
      this.answered = (int) calls.stream().filter(call -> call.returned != NEVER).count();
    }

    private record Seen<S>(BitSet done, S state) {}

    /** Whether the calls that are not done can follow a state. */
    boolean from(S state) {
      if (answered == 0) {
        return true;
      }
      if (!seen.add(new Seen<>((BitSet) done.clone(), state))) {
        return false;
      }
      int earliest = NEVER;
      for (int i = done.nextClearBit(0); i < calls.size(); i = done.nextClearBit(i + 1)) {
        earliest = Math.min(earliest, calls.get(i).returned);
      }
      for (int i = done.nextClearBit(0); i < calls.size(); i = done.nextClearBit(i + 1)) {
        Call<Q, A> call = calls.get(i);
        if (call.called > earliest) {
          break; // it, and all later calls, came after a return
        }
        if (canBeNext(i, call, state)) {
          return true;
        }
      }
      return false;
    }

    private boolean canBeNext(int number, Call<Q, A> call, S state) {
      Optional<S> next = server.next(state, call.request, call.answer);
      if (next.isEmpty()) {
        return false;
      }
      int counts = call.returned == NEVER ? 0 : 1;
      done.set(number);
      answered -= counts;
      boolean linearizable = from(next.get());
      answered += counts;
      done.clear(number);
      return linearizable;
    }
  }
}
