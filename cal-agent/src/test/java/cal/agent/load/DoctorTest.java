package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm.Outcome;
import cal.core.spi.ConcurrencyModel;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A start that is explained has no effect outside: it only reads. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class DoctorTest {
  @TempDir private Path folder;

  /** A server that was woven when it was built: the agent is not needed, and has what it lacks. */
  @Test
  void shouldExplainAServerThatIsWoven() throws Exception {
    AgentProject project = new AgentProject(folder).compile("Server", AgentProject.SERVER);
    Path woven =
        project.weave(
            """
            package bindings;
            aspect StepActivities extends cal.core.ActivityCapture {
              protected pointcut captureOnInvocation(): call(boolean app.Step.next(int));
            }
            """);
    String runtime =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(one -> one.contains("aspectjrt"))
            .findFirst()
            .orElseThrow();

    Outcome alone = explain(project, woven.toString());
    Outcome complete =
        explain(
            project,
            String.join(
                File.pathSeparator,
                woven.toString(),
                AgentProject.entry("cal-core"),
                AgentProject.entry("cal-executor"),
                runtime));

    assertThat(alone.out())
        .as(alone.err())
        .contains(
            "woven-when-built:\n  " + woven + "\n",
            "agent: not needed; start the server by java, without -javaagent\n",
            """
            missing:
              model virtual: put the module that has it on the class path
              org.aspectj:aspectjrt: put it on the class path of the server
              org.calaspects:cal-core: put it on the class path of the server
            stages:
              step:
                model: virtual (-Dcal.model)
                binding: bindings.StepActivities
            """,
            "spawn app.Server.run(Server.java:4) boolean app.Step.next(int)");
    assertThat(alone.status()).isZero();
    assertThat(complete.out()).as(complete.err()).contains("missing: none\n");
  }

  private static Outcome explain(AgentProject project, String classPath) throws Exception {
    return project.java(
        List.of(
            "-javaagent:" + project.agent(),
            "-Dcal.doctor=people",
            "-Dcal.model=virtual",
            "-cp",
            classPath,
            "app.Server"));
  }

  /** A stage for each model that there is: one process explains them all. */
  @Test
  void shouldStartNothingOfAnyModel() throws Exception {
    List<ConcurrencyModel> models =
        ServiceLoader.load(ConcurrencyModel.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(model -> !model.getClass().getPackageName().equals("cal.core.contract"))
            .toList();
    assertThat(models).extracting(ConcurrencyModel::name).contains("reactive", "jcsp", "cluster");
    StringBuilder methods = new StringBuilder();
    StringBuilder calls = new StringBuilder();
    StringBuilder stages = new StringBuilder("stages:\n");
    for (ConcurrencyModel model : models) {
      String name = model.name().replace('-', '_');
      methods.append("  static boolean %s(int i) { return false; }\n".formatted(name));
      calls.append(" %s(1);".formatted(name));
      stages.append(
          "  %s:\n    %s: boolean app.Server.%s(int)\n    model: %s\n"
              .formatted(model.name(), model.spawns() ? "spawn" : "hand-off", name, model.name()));
    }
    AgentProject project =
        new AgentProject(folder)
            .compile(
                "Server",
                "package app;\npublic class Server {\n%s  public static void main(String[] a) {%s }\n}\n"
                    .formatted(methods, calls));
    Path log = folder.resolve("jvm.log");

    Outcome outcome =
        project.java(
            List.of(
                "-Xlog:os+thread=info,class+load=info:file=" + log,
                "-javaagent:" + project.agent(),
                "-Dcal.config=" + project.write("cal.yaml", stages.toString()),
                "-Dcal.doctor=people",
                "-cp",
                project.classes().toString(),
                "app.Server"));

    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("model: cluster (", "model: reactive (");
    List<String> lines = Files.readAllLines(log);
    assertThat(lines)
        .filteredOn(line -> line.contains("Thread \"") && line.contains(" started"))
        .as("the log names threads")
        .isNotEmpty()
        .filteredOn(line -> line.contains("\"cal-") && !line.contains("\"cal-preload\""))
        .as("threads of models")
        .isEmpty();
    assertThat(lines)
        .filteredOn(
            line -> line.contains("com.hazelcast.") || line.contains("sun.nio.ch.NioSocket"))
        .as("what opens sockets")
        .isEmpty();
  }
}
