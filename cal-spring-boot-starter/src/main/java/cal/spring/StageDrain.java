package cal.spring;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * The drain of a stage in a phase of the context's close. A context that is only stopped may be
 * started again, so its stages go on. For the thread that closes.
 */
final class StageDrain implements SmartLifecycle {
  /** After Boot has waited for running requests, before the server closes its connections. */
  static final int OF_REQUESTS = DEFAULT_PHASE - 1536;

  /** After the server, where Spring stops its executors. */
  static final int OF_TASKS = DEFAULT_PHASE / 2;

  private final Stages stages;
  private final String stage;
  private final int phase;
  private final ConfigurableApplicationContext context;
  private volatile boolean running;

  StageDrain(Stages stages, String stage, int phase, ConfigurableApplicationContext context) {
    this.stages = stages;
    this.stage = stage;
    this.phase = phase;
    this.context = context;
  }

  @Override
  public void start() {
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    if (context.isClosed()) {
      stages.drain(stage);
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return phase;
  }
}
