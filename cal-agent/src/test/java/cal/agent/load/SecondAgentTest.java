package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm.Outcome;
import cal.testing.SomeCases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent that changes the server's classes, as one for coverage does, beside CAL's. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class SecondAgentTest {
  private static final String AGENT =
      """
      package other;
      import java.lang.classfile.*;
      import java.lang.constant.ConstantDescs;
      import java.lang.instrument.*;
      import java.security.ProtectionDomain;
      public class Probes implements ClassFileTransformer {
        public static void premain(String options, Instrumentation instrumentation) {
          instrumentation.addTransformer(new Probes());
        }
        @Override public byte[] transform(
            ClassLoader of, String name, Class<?> old, ProtectionDomain domain, byte[] file) {
          if (name == null || !name.startsWith("app/")) return null;
          ClassFile parser = ClassFile.of();
          return parser.transformClass(parser.parse(file), ClassTransform.endHandler(
              made -> made.withField("probes", ConstantDescs.CD_int, ClassFile.ACC_STATIC)));
        }
      }
      """;

  @TempDir private Path folder;
  private AgentProject project;
  private Path binding;
  private String cal;
  private String other;

  @BeforeEach
  void compileServerBindingAndAgent() throws Exception {
    project = new AgentProject(folder).compile("Server", AgentProject.SERVER);
    binding = project.write("cal.yaml", AgentProject.STAGES);
    cal = "-javaagent:" + project.keepingAgent();
    AgentProject apart = new AgentProject(folder.resolve("other")).compile("Probes", AGENT);
    other = "-javaagent:" + apart.jar("other.jar", "other.Probes", apart.classes(), null);
  }

  @SomeCases(of = 2)
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldCaptureAsAlone(boolean otherFirst) throws Exception {
    List<String> agents = otherFirst ? List.of(other, cal) : List.of(cal, other);
    for (int start = 1; start <= 2; start++) {
      Outcome outcome =
          project.java(
              List.of(
                  agents.getFirst(),
                  agents.getLast(),
                  "-Dcal.config=" + binding,
                  "-Dcal.cache=" + folder.resolve("kept"),
                  "-Dcal.model=virtual",
                  "-cp",
                  project.classes().toString(),
                  "app.Server"));

      assertThat(outcome.status()).as("start %s: %s", start, outcome.err()).isZero();
      assertThat(outcome.out().lines().filter("virtual true"::equals)).hasSize(3);
    }
    try (Stream<Path> kept = Files.list(folder.resolve("kept"))) {
      assertThat(kept).as("the second start has used the first one's file").hasSize(1);
    }
  }
}
