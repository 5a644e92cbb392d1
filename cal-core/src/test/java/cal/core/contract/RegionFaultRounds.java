package cal.core.contract;

import cal.core.faults.Fault;
import cal.core.faults.Seams;
import cal.core.internal.region.RegionStack;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Throws each kind of fault at each seam on the way into regions and out, under one policy. Loaded
 * by {@code SeamLoader}, beside a copy of CAL of its own.
 */
public final class RegionFaultRounds extends RegionFixture {
  private static final int ENOUGH = 3;

  private final List<String> broken = new ArrayList<>();
  private final BitSet passed = new BitSet();
  private int rounds;

  private RegionFaultRounds(SynchronizationContract contract) {
    super(contract);
  }

  /**
   * Does all rounds under one policy.
   *
   * @param contract the class of the policy's contract
   * @return what was found: promises broken, and last how many rounds there were at how many seams
   */
  public static List<String> run(String contract) throws Exception {
    Constructor<?> constructor = Class.forName(contract).getDeclaredConstructor();
    constructor.setAccessible(true);
    RegionFaultRounds faults =
        new RegionFaultRounds((SynchronizationContract) constructor.newInstance());
    for (Way way : Way.values()) {
      faults.run(way);
    }
    List<String> found = new ArrayList<>(faults.broken);
    found.add(faults.rounds + " rounds at " + faults.passed.cardinality() + " seams of regions");
    return found;
  }

  private void run(Way way) throws Exception {
    BitSet seams = record(way);
    seams.or(record(way));
    passed.or(seams);
    for (int seam = seams.nextSetBit(0); seam >= 0; seam = seams.nextSetBit(seam + 1)) {
      for (Fault kind : Fault.values()) {
        Seams.arm(seam, kind);
        try {
          play(way);
        } catch (Throwable promise) {
          broken.add(way + ", " + kind + " at " + Seams.name(seam) + ": " + promise);
        }
        rounds += Seams.disarm() == null ? 0 : 1;
        if (broken.size() >= ENOUGH) {
          return; // A thread that hangs has cost its time.
        }
      }
    }
  }

  private BitSet record(Way way) throws Exception {
    Seams.record();
    play(way);
    return Seams.recorded();
  }

  /** Plays it once on two threads, and then enters the guard on others. */
  private void play(Way way) throws Exception {
    Meeting meeting = new Meeting();
    Thread one = start(Kind.PLATFORM, () -> play(meeting, () -> way.one(this, meeting)));
    Thread other = start(Kind.VIRTUAL, () -> play(meeting, () -> way.other(this, meeting)));
    ended(one);
    // A thread that has failed signals nobody any more: the next one does.
    Body end = () -> play(meeting, () -> meeting.end(this));
    ended(start(Kind.PLATFORM, end));
    // The fault may have been thrown there, once.
    ended(start(Kind.VIRTUAL, end));
    ended(other);
    FaultScenario.require(meeting.over, "the guard is free");
    join();
    FaultScenario.require(meeting.strange == null, "a thread got " + meeting.strange);
    FaultScenario.require(meeting.inside == 0, meeting.inside + " threads are left inside");
  }

  /** As a worker does at the end of a step: what could not be left before is left then. */
  private static void play(Meeting meeting, Body body) {
    try {
      body.run();
    } catch (Throwable thrown) {
      if (thrown != Seams.thrown()) {
        meeting.strange = thrown;
      }
    }
    try {
      RegionStack.leaveOfThread(0);
    } catch (Throwable again) {
      RegionStack.leaveOfThread(0);
    }
    if (RegionStack.depthOfThread() != 0) {
      meeting.strange = new AssertionError("depth " + RegionStack.depthOfThread());
    }
  }

  private static void ended(Thread thread) throws InterruptedException {
    if (!thread.join(DEADLINE)) {
      throw new AssertionError(thread + " hangs at " + List.of(thread.getStackTrace()));
    }
  }

  /** The guard, and what is told under it. */
  private static final class Meeting {
    private boolean over;

    /** Written inside alone. */
    private int inside;

    private volatile Throwable strange;

    void meet(RegionFaultRounds rounds, Body body) throws Exception {
      rounds.inside(
          this,
          () -> {
            FaultScenario.require(++inside == 1, "two are inside");
            try {
              body.run();
            } finally {
              inside--;
            }
          });
    }

    void untilTold() throws InterruptedException {
      while (!over) {
        inside--;
        try {
          await(this);
        } finally {
          inside++;
        }
      }
    }

    void end(RegionFaultRounds rounds) throws Exception {
      rounds.inside(
          this,
          () -> {
            over = true;
            signalAll(this);
          });
    }
  }

  /** The ways in which two threads use a guard. */
  private enum Way {
    /** Both enter, one of them twice. */
    ENTER {
      @Override
      void one(RegionFaultRounds rounds, Meeting meeting) throws Exception {
        meeting.meet(rounds, () -> rounds.inside(meeting, meeting, () -> {}));
      }

      @Override
      void other(RegionFaultRounds rounds, Meeting meeting) throws Exception {
        meeting.meet(rounds, () -> {});
      }
    },
    /** Both wait inside for a moment. */
    AWAIT {
      @Override
      void one(RegionFaultRounds rounds, Meeting meeting) throws Exception {
        rounds.inside(meeting, () -> await(meeting, 0, 1));
      }

      @Override
      void other(RegionFaultRounds rounds, Meeting meeting) throws Exception {
        one(rounds, meeting);
      }
    },
    /** One waits for the other's signal to one. */
    SIGNAL {
      @Override
      void one(RegionFaultRounds rounds, Meeting meeting) throws Exception {
        rounds.inside(
            meeting,
            () -> {
              meeting.over = true;
              signal(meeting);
            });
      }

      @Override
      void other(RegionFaultRounds rounds, Meeting meeting) throws Exception {
        meeting.meet(rounds, meeting::untilTold);
      }
    },
    /** One waits for the other's signal to all. */
    SIGNAL_ALL {
      @Override
      void one(RegionFaultRounds rounds, Meeting meeting) throws Exception {
        meeting.end(rounds);
      }

      @Override
      void other(RegionFaultRounds rounds, Meeting meeting) throws Exception {
        meeting.meet(rounds, meeting::untilTold);
      }
    };

    abstract void one(RegionFaultRounds rounds, Meeting meeting) throws Exception;

    abstract void other(RegionFaultRounds rounds, Meeting meeting) throws Exception;
  }
}
