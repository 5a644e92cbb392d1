package cal.agent.adopt;

import cal.core.internal.stage.StagedActivity.Life;

/**
 * Takes over the threads of pools that a server has written itself, which do not come from the
 * JDK's executors.
 *
 * <p>They are taken over as {@link AdoptedThreads} takes threads over, with two differences. A
 * drain does not wait for them, since it cannot tell whether one rests. And the stage never has one
 * wait for a place: it works on a thread of the JDK, or beyond the limit.
 */
public abstract aspect AdoptedWorkers extends AdoptedThreads {
  @Override
  protected Life life() {
    return Life.IDLING;
  }
}
