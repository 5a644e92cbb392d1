package cal.core.contract;

import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import java.util.List;
import java.util.Map;

/** A process with one activity, which ends when standard input does, long after main. */
final class LivingServer {
  private LivingServer() {}

  public static void main(String[] args) {
    Configuration configuration = Configuration.of(Map.of("cal.model", args[0]));
    OpenStage stage = Engine.of(configuration, List.of("work")).open("work");
    Work.spawn(
        stage,
        () -> {
          if (System.in.read() >= 0) {
            return true;
          }
          System.out.println("the activity has ended");
          return false;
        });
    System.out.println("main has returned");
  }
}
