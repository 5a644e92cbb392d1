package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm.Outcome;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A server that loads a part of itself by a class loader of its own. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class ChildLoaderTest {
  private static final String SERVER =
      """
      package app;
      import java.net.*;
      import java.nio.file.*;
      public class Server {
        public static boolean step() { return false; }
        public static void main(String[] args) throws Exception {
          step();
          Thread here = new Thread(() -> System.out.println("here " + virtual()));
          here.start();
          here.join();
          URL[] part = {Path.of(System.getProperty("part")).toUri().toURL()};
          try (URLClassLoader loader = new URLClassLoader(part)) {
            Object made = loader.loadClass("app.part.Part").getConstructor().newInstance();
            ((Runnable) made).run();
          }
        }
        public static boolean virtual() { return Thread.currentThread().isVirtual(); }
      }
      """;

  private static final String PART =
      """
      public class Part implements Runnable {
        @Override public void run() {
          Thread there = new Thread(() -> System.out.println("there " + app.Server.virtual()));
          there.start();
          try { there.join(); } catch (InterruptedException e) { throw new Error(e); }
          app.Server.step();
          System.out.println("stepped");
        }
      }
      """;

  private static final String STAGES =
      """
      stages:
        step:
          spawn: boolean app.Server.step()
      """;

  @TempDir private Path folder;
  private AgentProject project;
  private Path part;

  @BeforeEach
  void compileTheServerAndItsPart() {
    project = new AgentProject(folder).compile("Server", SERVER);
    part = folder.resolve("part");
    compilePart("Part", PART);
  }

  @Test
  void shouldAdoptThreadsOfItsClasses() throws Exception {
    Outcome outcome =
        project.run(
            List.of(), "part=" + part + "/", "cal.adopt=threads:app..*", "cal.model=virtual");

    assertThat(outcome.out().lines()).containsExactly("here true", "there true", "stepped");
    assertThat(outcome.status()).as(outcome.err()).isZero();
  }

  /** Each time: a start that has failed must not be believed by the next one. */
  @Test
  void shouldEndWhereABindingCapturesWhatNoRecordHas() throws Exception {
    Path file = project.write("cal.yaml", STAGES);
    String agent = "-javaagent:" + project.keepingAgent();
    for (int start = 1; start <= 2; start++) {
      Outcome outcome =
          project.java(
              List.of(
                  agent,
                  "-Dpart=" + part + "/",
                  "-Dcal.config=" + file,
                  "-Dcal.cache=" + folder.resolve("kept"),
                  "-Dcal.model=virtual",
                  "-cp",
                  project.classes().toString(),
                  "app.Server"));

      assertThat(outcome.status()).as("start %s: %s", start, outcome.err()).isEqualTo(2);
      assertThat(outcome.out().lines()).containsExactly("here false");
      assertThat(outcome.err())
          .contains(
              "cal: app.part.Part, in which cal.binding.StepActivities captures something, is"
                  + " loaded by java.net.URLClassLoader and was not woven ahead of main, so no"
                  + " record has it; put it on the class path");
    }
  }

  /** The class that starts it stays as it is. */
  @Tag("measuring")
  @Test
  void shouldAdoptAThreadThatALibraryOfThePartHasBecome() throws Exception {
    String agent = "-javaagent:" + project.keepingAgent();
    compilePart("Task", "public class Task { public void start() {} }");
    compilePart(
        "Part",
        """
        public class Part implements Runnable {
          @Override public void run() {
            System.out.println("started by " + Thread.currentThread().isVirtual());
            new Task().start();
          }
        }
        """);
    assertThat(startWithPart(agent).out()).contains("started by false");

    Path whole = folder.resolve("whole");
    Files.move(part, whole);
    compilePart(
        "Task",
        """
        public class Task extends Thread {
          public void run() {
            System.out.println("by the JVM " + Thread.getAllStackTraces().containsKey(this));
          }
        }
        """);
    Files.createDirectories(part.resolve("app/part"));
    Files.copy(whole.resolve("app/part/Part.class"), part.resolve("app/part/Part.class"));
    for (int start = 2; start <= 3; start++) {
      assertThat(startWithPart(agent).out()).as("start %s", start).contains("by the JVM false");
    }
  }

  private void compilePart(String name, String source) {
    String file = project.write("src/" + name + ".java", "package app.part;\n" + source).toString();
    String classes = project.classes() + File.pathSeparator + part;
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", classes, "-d", part.toString(), file);
    assertThat(status).as("javac").isZero();
  }

  private Outcome startWithPart(String agent) {
    Outcome outcome =
        project.java(
            List.of(
                agent,
                "-Dpart=" + part + "/",
                "-Dcal.adopt=threads:app..*",
                "-Dcal.cache=" + folder.resolve("kept"),
                "-Dcal.model=virtual",
                "-cp",
                project.classes().toString(),
                "app.Server"));
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return outcome;
  }
}
