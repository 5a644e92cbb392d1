package cal.schedules;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Outcome;
import org.pastalab.fray.runtime.TargetTerminateException;

/** A stress test of jcstress, run once: its actors on a thread each, and then its arbiter. */
final class Stressed {
  private final Class<?> state;
  private final List<Method> actors;
  private final List<Method> arbiters;
  private final List<String> outcomes;

  Stressed(Class<?> state) {
    this.state = state;
    this.actors = with(Actor.class);
    this.arbiters = with(Arbiter.class);
    this.outcomes =
        Stream.of(state.getAnnotationsByType(Outcome.class))
            .flatMap(each -> Stream.of(each.id()))
            .toList();
  }

  /** Makes a state in vain, outside of all schedules: classes are initialised then. */
  void prepare() throws ReflectiveOperationException {
    Object unused = state.getConstructor().newInstance();
    unused = result();
  }

  private List<Method> with(Class<? extends Annotation> role) {
    return Stream.of(state.getMethods()).filter(each -> each.isAnnotationPresent(role)).toList();
  }

  /**
   * Runs the test.
   *
   * @throws AssertionError for an outcome that no {@link Outcome} names, or a failing actor
   */
  void run() throws ReflectiveOperationException, InterruptedException {
    Object subject = state.getConstructor().newInstance();
    Object result = result();
    ConcurrentLinkedQueue<Throwable> thrown = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (Method actor : actors) {
      threads.add(new Thread(() -> call(actor, subject, result, thrown), actor.getName()));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    for (Method arbiter : arbiters) {
      call(arbiter, subject, result, thrown);
    }
    if (!thrown.isEmpty()) {
      throw new AssertionError("an actor failed", thrown.peek());
    }
    if (outcomes.stream().noneMatch(String.valueOf(result)::matches)) {
      throw new AssertionError("outcome=" + result + " expected=" + outcomes);
    }
  }

  private Object result() throws ReflectiveOperationException {
    Class<?> type =
        Stream.concat(actors.stream(), arbiters.stream())
            .flatMap(each -> Arrays.stream(each.getParameterTypes()))
            .findFirst()
            .orElseThrow();
    return type.getConstructor().newInstance();
  }

  private static void call(
      Method one, Object subject, Object result, ConcurrentLinkedQueue<Throwable> thrown) {
    try {
      if (one.getParameterCount() == 0) {
        one.invoke(subject);
      } else {
        one.invoke(subject, result);
      }
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof TargetTerminateException ended) {
        throw ended; // by Fray, which has found a failure
      }
      thrown.add(e.getCause());
    } catch (IllegalAccessException e) {
      thrown.add(e);
    }
  }
}
