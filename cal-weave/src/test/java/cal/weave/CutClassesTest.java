package cal.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.weave.binding.BindingFile;
import cal.weave.support.ClassFiles;
import cal.weave.support.WeaveException;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CutClassesTest {
  private static final String LOOP =
      "stages: {one: {loop: void app.Looping.run(), step: boolean app.Looping.more()}}\n";

  @TempDir private Path folder;
  private Path own;
  private Path jar;

  @BeforeEach
  void compile() throws IOException {
    own = folder.resolve("own");
    compile(own, "Own", "package app; class Own { synchronized void own() {} }");
    Path library = folder.resolve("library");
    compile(
        library,
        "Looping",
        "package app; class Looping { int n; boolean more() { return n < 3; }"
            + " void run() { while (more()) n++; } }");
    jar = folder.resolve("library.jar");
    try (FileSystem files = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      Files.createDirectory(files.getPath("app"));
      Files.copy(library.resolve("app/Looping.class"), files.getPath("app", "Looping.class"));
      Files.writeString(files.getPath("notes.txt"), "kept");
    }
  }

  private void compile(Path to, String name, String text) throws IOException {
    Path source = Files.writeString(folder.resolve(name + ".java"), text);
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", to.toString(), source.toString());
    assertThat(status).isZero();
  }

  private Path cut(String file) throws IOException {
    Path to = folder.resolve("cut");
    BindingFile bindings = BindingFile.parse("cal.yaml", file);
    CutClasses.write(bindings, List.of(own, jar), List.of(), folder.resolve("classes"), to);
    return to;
  }

  private static List<String> methods(byte[] file) {
    return ClassFile.of().parse(file).methods().stream()
        .map(each -> each.methodName().stringValue())
        .toList();
  }

  @Test
  void shouldCopyTheJarThatHasTheLoop() throws IOException {
    byte[] before = Files.readAllBytes(jar);

    Path cut = cut(LOOP);

    assertThat(cut.resolve("0")).doesNotExist();
    assertThat(methods(ClassFiles.in(cut.resolve("1.jar")).get("app.Looping")))
        .contains("run", "run$step");
    try (FileSystem files = FileSystems.newFileSystem(cut.resolve("1.jar"))) {
      assertThat(files.getPath("notes.txt")).content().isEqualTo("kept");
    }
    assertThat(Files.readAllBytes(jar)).isEqualTo(before);
    assertThat(cut.resolve(CutClasses.LINES))
        .content()
        .startsWith("cut cal.binding.OneActivities app.Looping.run, lines 1 to 1: a step begins");
  }

  /** As at load time. */
  @Test
  void shouldLeaveClassesOutThatAreNotToBeWoven() throws IOException {
    Path cut = cut("weave: app.Own\nstages: {one: {spawn: boolean app.Looping.more()}}\n");

    assertThat(cut.resolve("0")).as("as it is").doesNotExist();
    assertThat(ClassFiles.in(cut.resolve("1.jar"))).isEmpty();
    try (FileSystem files = FileSystems.newFileSystem(cut.resolve("1.jar"))) {
      assertThat(files.getPath("notes.txt")).content().isEqualTo("kept");
    }
    assertThat(ClassFiles.in(folder.resolve("classes"))).containsOnlyKeys("app.Looping");
    assertThat(cut.resolve(CutClasses.LINES)).doesNotExist();

    cut("weave: app.Looping\nstages: {one: {spawn: boolean app.Looping.more()}}\n");

    assertThat(cut.resolve("0")).as("nothing to weave there").isDirectory();
    assertThat(ClassFiles.in(cut.resolve("0"))).isEmpty();
    assertThat(ClassFiles.in(folder.resolve("classes"))).containsKey("app.Own");
  }

  @Test
  void shouldNameAPatternOfNoClass() {
    assertThatThrownBy(() -> cut("weave: app.Owm\nstages: {one: {spawn: int app.Own.own()}}\n"))
        .isInstanceOf(WeaveException.class)
        .hasMessageStartingWith(
            "no class of the class path is in app.Owm (weave of cal.yaml); the nearest is app.Own");
  }

  @Test
  void shouldWriteNothingForAFileWithoutLoopsAndMonitors() throws IOException {
    assertThat(cut("stages: {one: {spawn: boolean app.Looping.more()}}\n")).doesNotExist();
  }

  /** A start would read the same settings. */
  @Test
  void shouldTurnMonitorsByThePolicyOfTheSettings() throws IOException {
    String file = LOOP + "regions: {own: {monitors: app.Own}}\n";
    assertThat(cut(file).resolve("0")).doesNotExist();
    Files.writeString(own.resolve("cal.properties"), "cal.regions.own.synchronization=csp\n");

    Path cut = cut(file);

    assertThat(
            new String(ClassFiles.in(cut.resolve("0")).get("app.Own"), StandardCharsets.ISO_8859_1))
        .contains("cal/core/internal/start/Monitors");
    assertThat(cut.resolve(CutClasses.LINES))
        .content()
        .contains("regions cal.binding.OwnSynchronization\n  monitors csp\n  region app.Own.own(");
  }

  @Test
  void shouldNameALoopOfNoClass() {
    assertThatThrownBy(() -> cut(LOOP.replace("Looping.run", "Loping.run")))
        .isInstanceOf(WeaveException.class)
        .hasMessageStartingWith(
            "cal.yaml: stages.one.loop: void app.Loping.run() is a method of no");
  }
}
