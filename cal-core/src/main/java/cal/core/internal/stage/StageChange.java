package cal.core.internal.stage;

import cal.core.internal.generation.Generation;
import cal.core.internal.generation.StageChoice;
import cal.core.internal.generation.StageChoice.Changed;
import cal.core.internal.generation.StageSettings;
import java.util.List;

/**
 * A change of a stage that is ready: its settings are read, and its model is open. It is
 * {@linkplain #make made} or {@linkplain #giveUp given up}, once, before the next change of the
 * stage is prepared.
 */
public final class StageChange {
  private final ModelSwitch owner;
  private final String stage;
  private final StageChoice from;
  private final StageChoice to;
  private final StageSettings settings;
  private final Generation generation;
  private final boolean opened;
  private final List<Changed> changed;

  /**
   * Notes what is ready.
   *
   * @param generation runs what is new after the change
   * @param opened whether it was opened for this change
   */
  StageChange(
      ModelSwitch owner,
      String stage,
      StageChoice from,
      StageChoice to,
      StageSettings settings,
      Generation generation,
      boolean opened) {
    this.owner = owner;
    this.stage = stage;
    this.from = from;
    this.to = to;
    this.settings = settings;
    this.generation = generation;
    this.opened = opened;
    this.changed = to.since(from, stage, generation.scheduler());
  }

  /** Runs what is new by it from now on. It fails for want of memory alone, and then at once. */
  public void make() {
    owner.make(this);
  }

  /** Gives back what it has opened: nothing has changed. */
  public void giveUp() {
    owner.giveUp(this);
  }

  /** The name of the stage. */
  public String stageName() {
    return stage;
  }

  public StageChoice from() {
    return from;
  }

  public StageChoice to() {
    return to;
  }

  /** The settings that the stage reads, and whose values are others. */
  public List<Changed> changed() {
    return changed;
  }

  StageSettings settings() {
    return settings;
  }

  Generation generation() {
    return generation;
  }

  boolean opened() {
    return opened;
  }
}
