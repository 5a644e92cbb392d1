package cal.core.internal.stage;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.AjcProject;
import cal.core.contract.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model reads the parts of a woven call, and has its caller answered by something else. */
class HandedOffCallTest {
  private static final String SERVER =
      """
      package app;
      public class Server {
        final String name;
        Server(String name) { this.name = name; }
        public static void main(String[] args) {
          Server server = new Server("one");
          System.out.println(Sums.add(1, 2L));
          System.out.println(server.own(new Server("two")));
          Sums.none();
          try { Sums.fail(new int[0]); }
          catch (IllegalStateException thrown) { System.out.println(thrown.getMessage()); }
        }
        String own(Server other) { return other.tell('c', "text", null); }
        String tell(char c, String text, Object nothing) { return "made here"; }
        public String toString() { return "server " + name; }
      }
      class Sums {
        static String add(int a, long b) { return "made here"; }
        static void none() { System.out.println("made here"); }
        static void fail(int[] numbers) {}
      }
      """;

  private static final String MODEL =
      """
      package app;
      import cal.core.spi.*;
      import java.util.*;
      public class Elsewhere implements ConcurrencyModel {
        public String name() { return "elsewhere"; }
        public String whenToChoose() { return "to test"; }
        public boolean spawns() { return false; }
        public ActivityScheduler open(Stage stage) {
          return new ActivityScheduler() {
            public void start(CapturedActivity activity) {
              CapturedActivity.Call call = activity.handedOff();
              String parts = call.method().getName() + " of " + call.target()
                  + " with " + Arrays.deepToString(call.arguments())
                  + (activity.context() == null ? "" : " for " + activity.context());
              call.answerBy(() -> {
                if (call.method().getName().equals("fail")) throw new IllegalStateException(parts);
                return parts;
              });
              new Thread(new Task(stage, activity)).start();
            }
            public List<CapturedActivity> close() { return List.of(); }
          };
        }
      }
      """;

  @TempDir Path folder;

  private AjcProject project(String server) {
    return new AjcProject(folder)
        .source("app/Server.java", server)
        .source("app/Elsewhere.java", MODEL)
        .resource("META-INF/services/cal.core.spi.ConcurrencyModel", "app.Elsewhere\n");
  }

  @Test
  void shouldReadTheTargetAndTheArgumentsWhoeverCalls() {
    ChildJvm.Outcome outcome =
        project(SERVER)
            .activities(
                "Arithmetic",
                "protected pointcut captureHandOff():"
                    + " call(* app.Sums.*(..)) || call(String app.Server.tell(..));\n")
            // Advice that asks for the join point at the same place adds a part.
            .source(
                "app/Watch.aj",
                "package app; aspect Watch { Object around(): call(* app.Sums.*(..)) {"
                    + " if (thisJoinPoint == null) return null; return proceed(); } }")
            .build()
            .run("app.Server", List.of("-Dcal.stage.arithmetic.model=elsewhere"));
    assertThat(outcome.err()).contains("cal: arithmetic=elsewhere");
    assertThat(outcome.out().lines())
        .containsExactly(
            "add of null with [1, 2]",
            "tell of server two with [c, text, null]",
            "fail of null with [[]]");
  }

  /** A drain of a context would wait for the caller, and then interrupt the call. */
  @Test
  void shouldBelongToNoWorkingContext() {
    ChildJvm.Outcome outcome =
        project(SERVER)
            .activities(
                "Arithmetic",
                """
                declare parents: app.Server implements WorkingContext;
                protected pointcut captureHandOff(): call(String app.Server.tell(..));
                """)
            .build()
            .run("app.Server", List.of("-Dcal.stage.arithmetic.model=elsewhere"));
    assertThat(outcome.out()).contains("tell of server two with [c, text, null]\n");
  }

  @Test
  void shouldRefuseAModelOfHandOffsForAStageThatSpawns() {
    ChildJvm.Outcome outcome =
        project(SERVER)
            .activities(
                "Arithmetic",
                "protected pointcut captureOnInvocation(): call(void app.Sums.none());\n")
            .build()
            .run("app.Server", List.of("-Dcal.model=elsewhere"));
    assertThat(outcome.status()).as(outcome.err()).isEqualTo(2);
    assertThat(outcome.err())
        .contains(
            "stage arithmetic spawns activities, and model elsewhere (-Dcal.model) runs hand-offs"
                + " alone",
            "give cal.stage.arithmetic.model another model");
  }
}
