package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import cal.core.spi.SynchronizationPolicy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of conditions rejects policies that keep it in all but one point. */
@Timeout(300)
class ContractMutationTest {
  /** Some mistakes show only in some schedules: nearly always, but not at each attempt. */
  private static final int ATTEMPTS = 20;

  /** A policy that is wrong in one point, and the test that must see it. */
  @SuppressWarnings("ImmutableEnumChecker") // Its tests have no state.
  enum Wrong {
    KEEPS_SIGNALS(ConditionContract::shouldNotKeepASignal) {
      @Override
      LockPolicy policy() {
        return new LockPolicy() {
          @Override
          public void signal(Object guard) {
            Lock lock = lock(guard);
            if (lock.hasWaiters(lock.condition)) {
              super.signal(guard);
            } else {
              lock.kept++;
            }
          }

          @Override
          public void await(Object guard, long nanos) throws InterruptedException {
            Lock lock = lock(guard);
            if (lock.kept > 0) {
              lock.kept--;
            } else {
              super.await(guard, nanos);
            }
          }
        };
      }
    },
    KEEPS_ONE_SIGNAL(ConditionContract::shouldNotKeepASignal) {
      @Override
      LockPolicy policy() {
        return new LockPolicy() {
          @Override
          public void signalAll(Object guard) {
            Lock lock = lock(guard);
            lock.kept = lock.hasWaiters(lock.condition) ? 0 : 1;
            super.signalAll(guard);
          }

          @Override
          public void await(Object guard, long nanos) throws InterruptedException {
            Lock lock = lock(guard);
            if (lock.kept > 0) {
              lock.kept = 0;
            } else {
              super.await(guard, nanos);
            }
          }
        };
      }
    },
    SIGNALS_ALL_FOR_ONE(ConditionContract::shouldWakeUpNoMoreThanOneThreadASignal) {
      @Override
      LockPolicy policy() {
        return new LockPolicy() {
          @Override
          public void signal(Object guard) {
            signalAll(guard);
          }
        };
      }
    },
    SIGNALS_ONE_FOR_ALL(ConditionContract::shouldWakeUpAllThreads) {
      @Override
      LockPolicy policy() {
        return new LockPolicy() {
          @Override
          public void signalAll(Object guard) {
            signal(guard);
          }
        };
      }
    },
    LOSES_SIGNALS(ConditionContract::shouldWakeUpOneThreadASignal) {
      @Override
      LockPolicy policy() {
        return new LockPolicy() {
          @Override
          public void signal(Object guard) {}
        };
      }
    },
    WAITS_FOR_EVER(ConditionContract::shouldReturnWhenTheTimeIsOver) {
      @Override
      LockPolicy policy() {
        return new LockPolicy() {
          @Override
          public void await(Object guard, long nanos) throws InterruptedException {
            super.await(guard, 0);
          }
        };
      }
    },
    WAITS_A_THOUSAND_TIMES_AS_LONG(ConditionContract::shouldReturnWhenTheTimeIsOver) {
      @Override
      LockPolicy policy() {
        return new LockPolicy() {
          @Override
          public void await(Object guard, long nanos) throws InterruptedException {
            super.await(guard, TimeUnit.MICROSECONDS.toNanos(nanos));
          }
        };
      }
    },
    WAITS_NO_TIME(ConditionContract::shouldReturnWhenTheTimeIsOver) {
      @Override
      LockPolicy policy() {
        return new LockPolicy() {
          @Override
          public void await(Object guard, long nanos) throws InterruptedException {
            super.await(guard, Math.min(1, nanos));
          }
        };
      }
    };

    private final ContractTest test;

    Wrong(ContractTest test) {
      this.test = test;
    }

    abstract LockPolicy policy();
  }

  /** A test of the contract. */
  private interface ContractTest {
    void run(ConditionContract conditions, RegionFixture.Kind kind) throws Exception;
  }

  /** The conditions of the contract, for a policy, with a short deadline. */
  private static ConditionContract conditions(SynchronizationPolicy policy, Duration deadline) {
    SynchronizationContract contract =
        new SynchronizationContract() {
          @Override
          protected String policy() {
            return policy.name();
          }

          @Override
          SynchronizationPolicy found() {
            return policy;
          }

          @Override
          Duration deadline() {
            return deadline;
          }
        };
    return new ConditionContract(contract) {};
  }

  @ParameterizedTest
  @EnumSource
  void shouldReject(Wrong wrong) throws Exception {
    for (RegionFixture.Kind kind : RegionFixture.Kind.values()) {
      Throwable rejection = null;
      for (int attempt = 0; attempt < ATTEMPTS && rejection == null; attempt++) {
        ConditionContract conditions = conditions(wrong.policy(), Duration.ofMillis(500));
        rejection = catchThrowable(() -> wrong.test.run(conditions, kind));
        conditions.abandon();
      }
      assertThat(rejection).as("%s on %s threads", wrong, kind).isInstanceOf(AssertionError.class);
    }
  }

  /** The same tests pass where nothing is wrong, so it is the mistakes that they see. */
  @Test
  void shouldAcceptWhatIsRight() throws Exception {
    for (ContractTest test : Stream.of(Wrong.values()).map(wrong -> wrong.test).toList()) {
      ConditionContract conditions = conditions(new LockPolicy(), RegionFixture.DEADLINE);
      test.run(conditions, RegionFixture.Kind.PLATFORM);
      conditions.shouldLeaveNoThreadBehind();
    }
  }

  /** A policy that an error in the middle would leave half done, and that calls deep. */
  private static final class DeepPolicy extends LockPolicy {
    private static final int FRAMES = 40;

    @Override
    public void enter(Object guard) {
      super.enter(guard);
      dive(FRAMES);
    }

    @Override
    public void exit(Object guard) {
      dive(FRAMES);
      super.exit(guard);
    }

    private static int dive(int frames) {
      return frames == 0 ? 0 : dive(frames - 1) + 1;
    }
  }

  @Test
  void shouldCallAPolicyOnlyWhereSomeStackIsLeft() throws Exception {
    SynchronizationContract contract =
        conditions(new DeepPolicy(), RegionFixture.DEADLINE).contract;
    ExclusionContract exclusion = new ExclusionContract(contract) {};
    exclusion.shouldLeaveWhatItEnteredWhereverTheStackEnds(RegionFixture.Kind.PLATFORM);
    exclusion.shouldLeaveWhatItEnteredWhereverTheStackEnds(RegionFixture.Kind.VIRTUAL);
  }
}
