package cal.agent.adopt;

import cal.core.internal.activity.StagedActivity.Life;

/**
 * Takes over the threads of a server's own pools, apart from the JDK's executors.
 *
 * <p>Threads are taken over like in {@link AdoptedThreads}, with two differences. A drain does not
 * wait for such a thread, since resting threads look alike. And such a thread never waits for a
 * place of the stage: the thread works on a thread of the JDK, or beyond the limit.
 */
public abstract aspect AdoptedWorkers extends AdoptedThreads {
  @Override
  protected Life life() {
    return Life.IDLING;
  }
}
