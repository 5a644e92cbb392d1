package cal.core;

import java.util.List;

/**
 * What the core sees of an event loop, for tests. It is none: each activity has a daemon thread.
 */
public final class LoopModel implements ConcurrencyModel {
  /** For {@link java.util.ServiceLoader}. */
  public LoopModel() {}

  @Override
  public String name() {
    return "test-loop";
  }

  @Override
  public String whenToChoose() {
    return "in tests";
  }

  @Override
  public boolean eventLoop() {
    return true;
  }

  @Override
  public Carriers open(Stage stage) {
    return new Carriers() {
      @Override
      public void start(CapturedActivity activity) {
        Thread.ofPlatform()
            .daemon()
            .name(stage.nextThreadName())
            .start(
                () -> {
                  try (Carrier carrier = stage.attach()) {
                    boolean more = carrier.run(activity);
                    while (more) {
                      more = carrier.run(activity);
                    }
                  }
                });
      }

      @Override
      public List<CapturedActivity> close() {
        return List.of();
      }
    };
  }
}
