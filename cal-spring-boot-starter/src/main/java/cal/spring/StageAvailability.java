package cal.spring;

import cal.core.internal.support.CalThread;
import cal.core.internal.support.Log;
import cal.core.spi.CalRuntimeMXBean;
import cal.core.spi.CalRuntimeMXBean.HangStatus;
import cal.core.spi.StageStatus;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.AvailabilityState;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;

/**
 * Readiness and liveness by the stages: a look a second, on a thread of its own.
 *
 * <p>Refuses traffic while a stage of requests is full, or has refused since the last look. A full
 * stage of tasks makes no difference: its limit may be a normal state. Broken are hangs for good
 * alone: a wait may be for work, and another thread serves a kept loop. A state that the
 * application has set stays. Boot itself refuses traffic from the close on. Thread-safe.
 */
final class StageAvailability implements SmartLifecycle {
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Stages stages;
  private final ApplicationAvailability availability;
  private final ApplicationEventPublisher publisher;

  /** Null while nobody looks. */
  private volatile Thread looks;

  /** For the thread of the looks. */
  private long refused;

  StageAvailability(
      Stages stages, ApplicationAvailability availability, ApplicationEventPublisher publisher) {
    this.stages = stages;
    this.availability = availability;
    this.publisher = publisher;
  }

  @Override
  public void start() {
    String choices = stages.toString();
    if (!choices.isEmpty()) {
      Log.log(Level.INFO, choices, null);
    }
    Thread thread = CalThread.ofRounds("cal-availability", this::round);
    looks = thread;
    thread.start();
  }

  @Override
  public void stop() {
    Thread thread = looks;
    looks = null;
    LockSupport.unpark(thread);
  }

  @Override
  public boolean isRunning() {
    return looks != null;
  }

  private boolean round() {
    LockSupport.parkNanos(this, LOOK_NANOS);
    boolean goesOn = looks == Thread.currentThread();
    if (goesOn) {
      set(isOverloaded(), ReadinessState.REFUSING_TRAFFIC, ReadinessState.ACCEPTING_TRAFFIC);
      set(isHung(), LivenessState.BROKEN, LivenessState.CORRECT);
    }
    return goesOn;
  }

  /** Goes from the good state to the bad, and back from a bad state of its own. */
  private <S extends Enum<S> & AvailabilityState> void set(boolean isBad, S bad, S good) {
    AvailabilityChangeEvent<S> last = availability.getLastChangeEvent(good.getDeclaringClass());
    S state = last == null ? null : last.getState();
    if (isBad && state == good) {
      AvailabilityChangeEvent.publish(publisher, this, bad);
    } else if (!isBad && state == bad && last.getSource() == this) {
      AvailabilityChangeEvent.publish(publisher, this, good);
    }
  }

  private boolean isOverloaded() {
    List<StageStatus> serving =
        stages
            .runtimes()
            .map(CalRuntimeMXBean::getStages)
            .flatMap(List::stream)
            .filter(one -> !one.stage().equals(Stages.TASKS))
            .toList();
    long before = refused;
    refused = serving.stream().mapToLong(one -> one.rejected() + one.shed()).sum();
    return refused > before || serving.stream().anyMatch(StageAvailability::isFull);
  }

  private static boolean isFull(StageStatus one) {
    return one.limit() > 0 && one.active() + one.queued() >= one.limit();
  }

  private boolean isHung() {
    Stream<HangStatus> hangs = stages.runtimes().flatMap(one -> one.getHangs().stream());
    return hangs.anyMatch(HangStatus::forGood);
  }
}
