package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm;
import cal.core.contract.ChildJvm.Outcome;
import java.io.File;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A server that was built without CAL, with calls on a node: the agent weaves both. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class WovenNodeTest {
  private static final String SERVER =
      """
      package app;
      public class Server {
        public static void main(String[] args) {
          System.out.println("elsewhere " + (work(20) != ProcessHandle.current().pid()));
          System.exit(0); // the cluster's threads would go on
        }
        static long work(int number) {
          guarded();
          return ProcessHandle.current().pid();
        }
        static synchronized void guarded() {}
      }
      """;

  private static final String STAGES =
      """
      stages:
        work:
          hand-off: long app.Server.work(int)
      settings:
        cal.stage.work.model: cluster
        cal.stage.work.cluster.delivery: at-least-once
      """;

  @TempDir private Path folder;

  @Tag("measuring")
  @Test
  void shouldMakeCallsOfAServerThatTheAgentWeaves() throws Exception {
    AgentProject project = new AgentProject(folder).compile("Server", SERVER);
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    String config = project.write("cal.yaml", STAGES).toString();
    Path agent = project.keepingAgent();
    String classPath = project.classes() + File.pathSeparator + clusterAlone();
    Process node =
        new ProcessBuilder(
                ChildJvm.command(
                    List.of(
                        "-cp",
                        agent.toString(),
                        "cal.agent.Entry",
                        "node",
                        "--join",
                        "127.0.0.1:" + port,
                        "--config",
                        config,
                        "--",
                        "-Dcal.cache=none",
                        "-cp",
                        classPath)))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("node.txt").toFile())
            .start();
    try {
      Outcome server =
          project.java(
              List.of(
                  "-javaagent:" + agent,
                  "-Dcal.config=" + config,
                  "-Dcal.cluster.listen=127.0.0.1:" + port,
                  "-Dcal.cache=none",
                  "-cp",
                  classPath,
                  "app.Server"));

      assertThat(server.out()).as(server.err()).isEqualTo("elsewhere true\n");
      assertThat(server.status()).isZero();
    } finally {
      node.destroyForcibly().waitFor();
    }
  }

  /** What a server needs beside cal.jar: cal-cluster, with what it needs in turn. */
  private static String clusterAlone() {
    List<String> entries = new ArrayList<>(List.of(AgentProject.entry("cal-cluster")));
    Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(one -> one.contains("hazelcast"))
        .forEach(entries::add);
    return entries.stream().collect(Collectors.joining(File.pathSeparator));
  }
}
