package cal.core.internal.stage;

import cal.core.internal.generation.Generation;
import cal.core.internal.generation.StageChoice;
import cal.core.internal.generation.StageChoice.Changed;
import cal.core.internal.generation.StageSettings;
import java.util.List;

/**
 * A prepared change of a stage: the settings are read, and the model is open. The change is
 * {@linkplain #make made} or {@linkplain #giveUp given up}, once, before the next is prepared.
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

  /** Runs new activities by the change from now on. Fails for want of memory alone, and at once. */
  public void make() {
    owner.make(this);
  }

  /** Closes the opened model: nothing has changed. */
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

  /** The changed settings, of those read by the stage. */
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
