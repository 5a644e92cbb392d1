package simulated;

import cal.core.CalRuntime;
import cal.sample.upload.Main;
import cal.simulation.Simulated;
import java.util.ArrayList;
import java.util.List;

/** The woven upload server under the model of the process; run by {@code WovenServerTest}. */
public final class WovenUpload {
  private static final int PORT = 7000;

  @Simulated(seeds = 2, packages = "cal.sample.upload")
  void factors() throws Exception {
    new Thread(() -> Main.main(new String[] {"factor", "--port", "" + PORT}), "server").start();
    Thread.sleep(1000);
    List<String> answers = new ArrayList<>();
    Clients.all(
        4,
        PORT,
        (client, number) -> {
          for (int i = 0; i < 3; i++) {
            String answer = client.ask("1001");
            synchronized (answers) {
              answers.add(answer);
            }
          }
        });
    if (CalRuntime.current().isEmpty()) {
      throw new AssertionError("the server is not woven: run the phase package");
    }
    if (answers.size() != 12 || !answers.stream().allMatch("7 11 13"::equals)) {
      throw new AssertionError("answered " + answers);
    }
  }
}
