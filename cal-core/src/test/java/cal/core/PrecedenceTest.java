package cal.core;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.AjcProject;
import cal.core.contract.ThreadsModel;
import java.io.IOException;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.attribute.UnknownAttribute;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Capture is outside synchronization: the thread that executes a call takes its guard. */
class PrecedenceTest {
  private static final String REVERSED =
      """
      package app;
      import cal.core.*;
      aspect Reversed { declare precedence: CriticalRegions+, ActivityCapture+; }
      """;

  private AjcProject project;

  /** A call that is an activity and a critical region. */
  @BeforeEach
  void startProject(@TempDir Path folder) {
    project =
        new AjcProject(folder)
            .source(
                "app/Server.java",
                """
                package app;
                public class Server {
                  public static void main(String[] args) { new Server().task(); }
                  void task() {
                    System.out.println(Thread.currentThread().getName()
                        + (Thread.holdsLock(this) ? " inside" : " outside"));
                  }
                }
                """)
            .source(
                "app/ServerAspects.aj",
                """
                package app;
                import cal.core.*;
                aspect ServerAspects {
                  static aspect Tasks extends ActivityCapture {
                    protected pointcut captureOnInvocation(): call(void Server.task());
                  }
                  static aspect Synchronization extends CriticalRegions {
                    protected pointcut criticalRegion(Object guard):
                        target(guard) && call(void Server.task());
                  }
                }
                """);
  }

  private String whoHoldsTheGuard() {
    return project
        .build()
        .run("app.Server", List.of("-Dcal.model=" + ThreadsModel.PLATFORM))
        .out()
        .strip();
  }

  @Test
  void shouldTakeTheGuardOnTheThreadThatExecutes() {
    assertThat(whoHoldsTheGuard()).isEqualTo("cal-test-thread-tasks-1 inside");
  }

  @Test
  void shouldNotLetAServerReverseTheOrder() {
    project.source("app/Reversed.aj", REVERSED);
    assertThat(project.weave()).isNotEmpty().first().asString().contains("precedence");
  }

  /** Without the order that core declares, the submitter holds the guard and the task runs bare. */
  @Test
  void shouldOweThatToTheOrderThatCoreDeclares(@TempDir Path copy) throws IOException {
    project.library(withoutDeclarations(copy)).source("app/Reversed.aj", REVERSED);
    assertThat(whoHoldsTheGuard()).isEqualTo("cal-test-thread-tasks-1 outside");
  }

  /** A copy of the library whose {@code ActivityCapture} declares nothing. */
  private static Path withoutDeclarations(Path copy) throws IOException {
    Path library =
        Path.of(
            ActivityCapture.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    try (Stream<Path> files = Files.walk(library)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = copy.resolve(library.relativize(file));
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    Path capture = copy.resolve("cal/core/ActivityCapture.class");
    ClassFile classFile = ClassFile.of();
    ClassTransform declareNothing = ClassTransform.dropping(PrecedenceTest::isDeclaration);
    byte[] bytes = Files.readAllBytes(capture);
    Files.write(capture, classFile.transformClass(classFile.parse(bytes), declareNothing));
    return copy;
  }

  private static boolean isDeclaration(ClassElement element) {
    return element instanceof UnknownAttribute attribute
        && attribute.attributeName().equalsString("org.aspectj.weaver.Declare");
  }
}
