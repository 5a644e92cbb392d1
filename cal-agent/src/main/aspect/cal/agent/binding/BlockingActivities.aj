package cal.agent.binding;

import cal.core.ActivityCapture;

/**
 * A stage that a file declares, and whose calls block: it gets a pool of its own beside event
 * loops. Made concrete by the agent, which sets its pointcuts.
 */
public abstract aspect BlockingActivities extends ActivityCapture {
  @Override
  protected boolean blocks() {
    return true;
  }
}
