package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm.Outcome;
import cal.core.spi.ConcurrencyModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A start that is explained has no effect outside: it only reads. */
@Timeout(300)
class DoctorTest {
  @TempDir private Path folder;

  /** A stage for each model that there is: one process explains them all. */
  @Test
  void shouldStartNothingOfAnyModel() throws Exception {
    List<ConcurrencyModel> models =
        ServiceLoader.load(ConcurrencyModel.class).stream()
            .map(ServiceLoader.Provider::get)
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
