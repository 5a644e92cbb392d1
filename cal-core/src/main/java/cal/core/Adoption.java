package cal.core;

import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;

/**
 * A stage for what a server starts without being asked: its own threads. An aspect that adopts them
 * has one, as a binding has its {@link Stage}. Thread-safe.
 */
public final class Adoption {
  private final Stage stage;

  Adoption(Stage stage) {
    this.stage = stage;
  }

  /**
   * The stage of an aspect that is being instantiated; the first one starts the process's runtime.
   * What is wrong ends the process in one sentence, with exit status 2.
   *
   * @param aspect the concrete aspect, whose name gives the stage its own, and which a record
   *     ({@code META-INF/cal/captures}) names: {@code adopts CLASS SCOPE}
   * @return the stage, opened
   */
  public static Adoption of(Class<?> aspect) {
    return new Adoption(Bootstrap.adoptedStage(aspect));
  }

  Stage stage() {
    return stage;
  }

  /**
   * Whether nothing is taken over: under {@code sequential} threads stay the server's.
   *
   * @return true if threads are to be left as they are
   */
  public boolean leavesThreads() {
    return stage.inPlace();
  }

  /**
   * Makes a thread of the model, where each activity has one of its own.
   *
   * @param name its name
   * @param body what it does: it calls {@link #run}
   * @return the thread, not started; empty where activities share what runs them
   */
  public Optional<Thread> unstarted(String name, Runnable body) {
    return stage.unstarted(name, body);
  }

  /**
   * Starts an activity on a carrier of the stage.
   *
   * @param activity the work
   * @throws RejectedExecutionException if the stage refuses it
   */
  public void start(AdoptedActivity activity) {
    stage.adopt(activity, null);
  }

  /**
   * Starts an activity on its own thread.
   *
   * @param activity the work
   * @param thread what {@link #unstarted} has made for it
   * @throws RejectedExecutionException if the stage refuses it; the thread is not started then
   */
  public void start(AdoptedActivity activity, Thread thread) {
    stage.adopt(activity, thread);
  }

  /**
   * Runs an activity on the calling thread, its own; admitted here if that was started by code that
   * is not woven.
   *
   * @param activity the work
   * @throws RejectedExecutionException if the stage refuses it
   */
  public void run(AdoptedActivity activity) {
    stage.runAdopted(activity);
  }

  /**
   * Gives the calling thread other thread locals, and lets CAL know it still.
   *
   * @param exchange gives them
   */
  public static void keepingCarrier(Runnable exchange) {
    Carrier carrier = Carrier.current();
    exchange.run();
    Carrier.set(carrier);
  }
}
