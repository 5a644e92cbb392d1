package cal.bench;

import cal.bench.experiment.Listener;

/** Is told what goes on, and listens to nothing. Stateless. */
public final class Nobody implements Listener {
  @Override
  public void now(String what) {}

  @Override
  public void milestone(String what) {}
}
