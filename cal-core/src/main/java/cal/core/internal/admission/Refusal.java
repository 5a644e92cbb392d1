package cal.core.internal.admission;

import java.util.concurrent.RejectedExecutionException;

/** The reasons of a stage for refusals, with their remedies. */
public enum Refusal {
  FULL("the stage is full") {
    @Override
    String remedy(LiveNumbers stage) {
      return "; raise " + stage.limitingSettings() + " or choose another when-full";
    }
  },
  FULL_OF_ITS_CALLERS("the stage is full, and its caller works for it") {
    @Override
    String remedy(LiveNumbers stage) {
      return "; raise " + stage.limitingSettings();
    }
  },
  FULL_IN_A_CIRCLE("the stage is full, and what could free a place waits for its caller's stage") {
    @Override
    String remedy(LiveNumbers stage) {
      return "; raise "
          + stage.limitingSettings()
          + ", or let one of the two not spawn or hand off";
    }
  },
  FULL_IN_A_REGION(
      "the stage is full, and its caller is inside a critical region, whose guard would be held"
          + " while it waits") {
    @Override
    String remedy(LiveNumbers stage) {
      return "; start it before the region or after it, or raise " + stage.limitingSettings();
    }
  },
  NO_WORKER("no worker can be had") {
    @Override
    String remedy(LiveNumbers stage) {
      return "; allow the process more threads or memory, or lower " + stage.limitingSettings();
    }
  },
  OVERLOADED("more clients come than the stage serves in time, and this one has waited for long") {
    @Override
    String remedy(LiveNumbers stage) {
      return "; to admit all, set " + stage.inFlightSetting() + " to a number";
    }
  },
  LATE("it has waited longer than queue-deadline") {
    @Override
    String remedy(LiveNumbers stage) {
      return "; raise " + stage.deadlineSetting() + ", or " + stage.limitingSettings();
    }
  },
  NO_PLACE("no place became free within the time that its caller waits") {
    @Override
    String remedy(LiveNumbers stage) {
      return "; raise " + stage.patienceSetting() + ", or " + stage.limitingSettings();
    }
  },
  INTERRUPTED("its caller was interrupted while it waited"),
  DRAINS("the stage drains"),
  CLOSED("the stage is closed");

  private final String reason;

  Refusal(String reason) {
    this.reason = reason;
  }

  public String reason() {
    return reason;
  }

  /** The advice to raise the limit; empty where no setting helps. */
  String remedy(LiveNumbers stage) {
    return "";
  }

  /** The exception for the caller of a refused call or thread. */
  public RejectedExecutionException thrown(String what, LiveNumbers stage, Throwable cause) {
    return new RejectedExecutionException(what + " refused: " + describe(stage), cause);
  }

  /** The reason, the stage with its live numbers, the remedy. */
  public String describe(LiveNumbers stage) {
    return reason + "; " + stage.describe() + remedy(stage);
  }
}
