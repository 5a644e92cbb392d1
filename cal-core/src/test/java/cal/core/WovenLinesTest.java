package cal.core;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.AjcProject;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.LineNumber;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stack trace of a woven class names lines of that class's source. */
class WovenLinesTest {
  private static final String SERVER =
      """
      package app;
      public class Server {
        java.net.ServerSocket listener;
        boolean step() throws Exception {
          listener = new java.net.ServerSocket(0);
          listener.accept().getInputStream().read();
          region();
          return true;
        }
        void run() throws Exception { while (step()) ; }
        synchronized void region() throws Exception { wait(1); notifyAll(); listener.close(); }
      }
      """;

  /** ajc copies the code of advice into the class, and the lines of the aspect with it. */
  @Test
  void shouldNameNoLineBeyondTheSource(@TempDir Path folder) throws IOException {
    new AjcProject(folder)
        .source("app/Server.java", SERVER)
        .activities(
            "ServerActivities",
            "protected pointcut captureOnInvocation(): call(boolean Server.step());")
        .regions(
            "ServerSynchronization",
            """
            protected pointcut criticalRegion(Object guard):
                this(guard) && execution(void Server.region());
            """)
        .build();

    List<Integer> lines = lines(folder.resolve("woven/app/Server.class"));

    assertThat(lines)
        .contains(5, 6, 11)
        .allSatisfy(line -> assertThat(line).isBetween(1, (int) SERVER.lines().count()));
  }

  private static List<Integer> lines(Path file) throws IOException {
    ClassModel model = ClassFile.of().parse(file);
    assertThat(model.methods())
        .as("advice is copied")
        .anyMatch(method -> method.methodName().stringValue().endsWith("$advice"));
    return model.methods().stream()
        .flatMap(method -> method.code().stream())
        .flatMap(code -> code.elementStream())
        .<CodeElement>map(element -> element)
        .filter(LineNumber.class::isInstance)
        .map(element -> ((LineNumber) element).line())
        .toList();
  }
}
