package cal.core.contract;

import cal.core.internal.stage.OpenStage;
import cal.core.spi.StageStatus;
import java.util.concurrent.RejectedExecutionException;

/** The ways of an activity, each with what must hold at its end although a fault was thrown. */
enum FaultScenario {
  SPAWNED {
    @Override
    void play(FaultSetting setting, Round round) {
      spawn(setting, setting.work, false, round);
    }
  },
  FAILING {
    @Override
    void play(FaultSetting setting, Round round) {
      spawn(setting, setting.work, true, round);
    }
  },
  REFUSED {
    @Override
    void play(FaultSetting setting, Round round) {
      spawn(setting, setting.full, false, round);
    }
  },
  RUN_BY_ITS_CALLER {
    @Override
    void play(FaultSetting setting, Round round) {
      spawn(setting, setting.lent, false, round);
    }
  },
  HANDED_OFF {
    @Override
    void play(FaultSetting setting, Round round) {
      StageStatus before = setting.work.status();
      HandedOff call = HandedOff.to(setting.work);
      require(call.made() <= 1, "the call was made " + call.made() + " times");
      require(
          (call.answer() != null) == (call.made() == 1),
          "made=" + call.made() + ", the caller got " + call.answer());
      require(
          (call.thrown() == null) == (call.answer() != null),
          "the caller got " + call.answer() + " and " + call.thrown());
      // A caller that fails before it has a place has no activity that could be counted.
      boolean captured = call.thrown() == null || call.thrown() != round.thrown();
      setting.counted(setting.work, before, captured);
    }
  },
  HAND_OFF_REFUSED {
    @Override
    void play(FaultSetting setting, Round round) {
      StageStatus before = setting.full.status();
      HandedOff call = HandedOff.to(setting.full);
      require(call.made() == 0, "a refused call was made");
      require(
          call.thrown() instanceof RejectedExecutionException
              || (call.thrown() != null && call.thrown() == round.thrown()),
          "the caller got " + call.thrown());
      setting.counted(setting.full, before, false);
    }
  },
  HAND_OFF_MADE_BY_ITS_CALLER {
    @Override
    void play(FaultSetting setting, Round round) {
      HandedOff call = HandedOff.to(setting.lent);
      require(
          (call.answer() != null) == (call.made() == 1),
          "made=" + call.made() + ", the caller got " + call.answer());
      require(
          call.answer() != null || call.thrown() == round.thrown(),
          "the caller got " + call.thrown());
      require(setting.lent.inFlight() == 1, "the call took a permit");
    }
  },
  ADOPTED {
    @Override
    void play(FaultSetting setting, Round round) {
      StageStatus before = setting.work.status();
      FaultSetting.Adopted adopted = new FaultSetting.Adopted(setting.adoption);
      int refused = 0;
      try {
        setting.adoption.start(adopted);
      } catch (RejectedExecutionException told) {
        refused = 1;
      } catch (Throwable told) {
        require(round.thrown() == told, "the caller got " + told);
        refused = 1;
      }
      int toldOf = refused;
      FaultSetting.eventually(
          "the work is run, or somebody told that it is not",
          () -> adopted.ran.get() + adopted.unrun.get() + toldOf >= 1);
      setting.counted(setting.work, before, refused == 0);
      require(adopted.ran.get() + adopted.unrun.get() + refused == 1, "ran=" + adopted.ran);
    }
  },
  ADOPTED_ON_ITS_OWN_THREAD {
    @Override
    void play(FaultSetting setting, Round round) {
      FaultSetting.Adopted adopted = new FaultSetting.Adopted(setting.own);
      setting.own.run(adopted);
      require(adopted.ran.get() == 1, "ran=" + adopted.ran);
      require(setting.own.stage().inFlight() == 0, "the permit is back");
    }
  };

  /** How often a call was made that was handed off, and what its caller got. */
  private record HandedOff(int made, Object answer, Throwable thrown) {
    static HandedOff to(OpenStage stage) {
      int[] made = {0};
      Object answer = null;
      Throwable thrown = null;
      try {
        answer = stage.handOff(Work.of(stage, () -> ++made[0]));
      } catch (Throwable t) {
        thrown = t;
      }
      return new HandedOff(made[0], answer, thrown);
    }
  }

  /** One round: where the fault is, if any. */
  interface Round {
    /** The exception thrown so far, or null. */
    Throwable thrown();

    boolean isAt(String place);
  }

  /** Plays it once, to its end. */
  abstract void play(FaultSetting setting, Round round);

  static void require(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  private static void spawn(FaultSetting setting, OpenStage stage, boolean fails, Round round) {
    StageStatus before = stage.status();
    Connection target = new Connection("target");
    int[] steps = {0};
    stage.spawn(
        Work.on(
            stage,
            target,
            () -> {
              steps[0]++;
              if (fails) {
                throw FaultRounds.failure();
              }
              return steps[0] < 2;
            }));
    FaultSetting.Counted counted = setting.counted(stage, before, true);
    require(counted.completed() == 0 || (steps[0] == 2 && !fails), "completed, steps=" + steps[0]);
    require(counted.rejected() == 0 || steps[0] == 0, "rejected, steps=" + steps[0]);
    int closed = target.closed.get();
    require(closed == 1 || round.isAt("AutoCloseable.close"), "closed " + closed + " times");
    if (counted.failed() == 1) {
      // The permit is back before; a busy thread may report much later.
      boolean atTheReport = round.isAt("BiConsumer.accept");
      FaultSetting.eventually(
          "the failure is reported, or that has failed",
          () -> !setting.told.isEmpty() || (atTheReport && round.thrown() != null));
      Throwable first = setting.told.poll();
      require(first == null ? atTheReport : fails || round.thrown() == first, "reported " + first);
    }
    require(setting.told.isEmpty(), "reported again: " + setting.told);
  }
}
