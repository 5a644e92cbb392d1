package cal.jcsp;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.Setting;
import cal.core.spi.Stage;
import java.util.List;

/** The model {@code jcsp}: a CSP process for each activity, from start to end. */
public final class JcspModel implements ConcurrencyModel {
  /** The name of this model in settings. */
  public static final String NAME = "jcsp";

  /** The kind of threads of processes, for {@code jcsp-pool} as well. */
  public static final Setting<ProcessThreads> THREADS =
      Setting.choice("jcsp.threads", ProcessThreads.PLATFORM, "the threads that processes run on");

  /** For {@link java.util.ServiceLoader}. */
  public JcspModel() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String whenToChoose() {
    return "activities that talk over channels of JCSP: each is a CSP process";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(THREADS);
  }

  @Override
  public boolean hasOwnThreads(Stage stage) {
    return stage.setting(THREADS) == ProcessThreads.PLATFORM;
  }

  @Override
  public ActivityScheduler open(Stage stage) {
    return new ProcessEach(stage, new Processes(stage));
  }

  private record ProcessEach(Stage stage, Processes processes) implements ActivityScheduler {
    @Override
    public void start(CapturedActivity activity) {
      processes.start(new ActivityProcess(stage, activity));
    }

    @Override
    public List<CapturedActivity> close() {
      processes.close();
      return List.of();
    }
  }

  /** An activity as a process. */
  private static final class ActivityProcess extends ActivityScheduler.Task
      implements Processes.Body {
    ActivityProcess(Stage stage, CapturedActivity activity) {
      super(stage, activity);
    }
  }
}
