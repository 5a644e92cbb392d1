package cal.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.settings.Models;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Modules have rooms: no cycle crosses them, and what is inside of core is core's own. */
class RoomsTest {
  private static final Path ROOT = Path.of("..");
  private static final int PUBLIC_TYPES = 27;

  /**
   * The types that main code of our own modules may name below {@code cal.core.internal}, and why.
   */
  private static final Set<String> LENT =
      Set.of(
          // The agent starts a process, gives it its record and settings, and adopts its threads.
          "cal.core.internal.start.LoadTime",
          // A node makes the calls that the record names.
          "cal.core.internal.record.Captures",
          "cal.core.internal.stage.Adoption",
          "cal.core.internal.stage.AdoptedActivity",
          // Their callers are contexts of another kind.
          "cal.core.internal.activity.StagedActivity",
          // Each module makes its own threads there, and ends the process by the same words.
          "cal.core.internal.support.CalThread",
          "cal.core.internal.support.JvmEnd",
          "cal.core.internal.support.LastWords",
          // All wait as long for code that may never return.
          "cal.core.internal.support.Grace",
          // All warnings go through the log that gives each a line.
          "cal.core.internal.support.Log",
          // Stacks of kept loops are written as stacks of hangs are.
          "cal.core.internal.support.Describer",
          // The load of advise has cores of its own.
          "cal.core.internal.os.Affinity",
          // Loops and the library of asynchronous operations stand on calls of the system.
          "cal.core.internal.os.EpollCalls",
          "cal.core.internal.os.FilePages",
          "cal.core.internal.os.JdkChannels",
          "cal.core.internal.os.Linux",
          "cal.core.internal.os.NativeBuffer",
          "cal.core.internal.os.PollCalls",
          "cal.core.internal.os.Ring",
          "cal.core.internal.os.SystemCalls",
          // A thread's stand-in stays with its worker, where an activity's thread locals leave.
          "cal.core.internal.support.ThreadLocals",
          // Loops, too, take from many threads without an allocation.
          "cal.core.internal.support.Arrivals",
          // Where a part cannot be had, the others are given back.
          "cal.core.internal.support.Opening",
          // Command lines list models, hint at names, and say which JDK was tried.
          "cal.core.internal.settings.Models",
          "cal.core.internal.support.Nearest",
          "cal.core.internal.support.TestedJdk",
          // Options of Java name the module that wants them.
          "cal.core.internal.support.ModuleName",
          "cal.core.internal.support.WeakIdentityMap",
          // Woven into the agent's own classes, as into each server's.
          "cal.core.internal.region.ConditionSeam",
          "cal.core.internal.socket.InputSeam",
          "cal.core.internal.socket.SocketSeam");

  private static final JavaClasses CLASSES =
      Library.classesAnd("cal.weave", "cal.cli", "cal.bench");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "core",
        "thread",
        "executor",
        "reactive",
        "proactor",
        "jcsp",
        "cluster",
        "micrometer",
        "spring",
        "weave",
        "agent",
        "simulation",
        "cli",
        "bench"
      })
  void shouldLetNoCycleCrossPackages(String module) {
    JavaClasses classes = CLASSES.that(resideInAPackage("cal." + module + ".."));
    assertThat(classes).as("classes of %s", module).isNotEmpty();
    slices().matching("cal.(**)").should().beFreeOfCycles().check(classes);
  }

  @Test
  void shouldKeepWhatIsInsideToCore() {
    noClasses()
        .that()
        .resideOutsideOfPackage("cal.core..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("cal.core.internal..")
                .and(
                    DescribedPredicate.describe(
                        "are not lent", type -> !LENT.contains(outermost(type).getName()))))
        .check(CLASSES);
  }

  @Test
  void shouldKeepWhatIsInsideToLoops() {
    noClasses()
        .that()
        .resideOutsideOfPackage("cal.reactive..")
        .should()
        .dependOnClassesThat(resideInAPackage("cal.reactive.internal.."))
        .check(CLASSES);
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(RoomsTest::outermost).orElse(type);
  }

  @Test
  void shouldShowFewTypesOutside() {
    List<String> shown =
        CLASSES.stream()
            .filter(type -> type.getPackageName().startsWith("cal.core"))
            .filter(type -> !type.getPackageName().startsWith("cal.core.internal"))
            .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
            .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
            .map(JavaClass::getName)
            .sorted()
            .toList();
    assertThat(shown).contains("cal.core.ActivityCapture").hasSizeLessThanOrEqualTo(PUBLIC_TYPES);
  }

  /** The data that speaks for an artifact that is missing says what the models say themselves. */
  @Test
  void shouldKnowWhichArtifactBringsAModel() throws IOException {
    Properties data = new Properties();
    try (InputStream in =
        Models.class.getResourceAsStream("/META-INF/cal/distribution.properties")) {
      data.load(in);
    }
    Models.of(RoomsTest.class.getClassLoader()).all().stream()
        .filter(model -> model.getClass().getPackageName().matches("cal\\.[a-z]+"))
        .forEach(
            model ->
                assertThat(data.getProperty("model." + model.name()))
                    .as("the artifact of %s", model.name())
                    .isEqualTo(model.getClass().getPackageName().replace('.', '-')));
    data.stringPropertyNames().stream()
        .filter(key -> key.startsWith("class."))
        .forEach(
            key ->
                assertThat(RoomsTest.class.getClassLoader())
                    .as(key)
                    .returns(
                        true,
                        loader ->
                            loader.getResource(data.getProperty(key).replace('.', '/') + ".class")
                                != null));
  }

  private static List<String> modules() throws IOException {
    List<String> modules =
        Pattern.compile("<module>(.*?)</module>")
            .matcher(Files.readString(ROOT.resolve("pom.xml")))
            .results()
            .map(module -> module.group(1))
            .toList();
    assertThat(modules).hasSizeGreaterThan(10);
    return modules;
  }

  private static String pom(String module) throws IOException {
    return Files.readString(ROOT.resolve(module).resolve("pom.xml"));
  }

  /** The profile measuring skips all tests, but for modules that say otherwise. */
  @Test
  void shouldRunTheTestsThatMeasureOfEachModule() throws IOException {
    List<String> measuring = new ArrayList<>();
    for (String module : modules()) {
      if (measures(ROOT.resolve(module).resolve("src/test/java"))) {
        measuring.add(module);
        assertThat(pom(module))
            .as(module)
            .containsSubsequence(
                "<id>measuring</id>", "<maven.test.skip>false</maven.test.skip>", "</profile>")
            .doesNotContain("<skipTests>");
      }
    }
    assertThat(measuring).contains("bench", "cal-cluster");
  }

  private static boolean measures(Path tests) throws IOException {
    if (Files.notExists(tests)) {
      return false;
    }
    try (Stream<Path> files = Files.walk(tests)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .anyMatch(file -> Prose.text(file).contains("@Tag(\"measuring\")"));
    }
  }

  /** Samples and measurements are of no use in a repository. */
  @Test
  void shouldInstallWhatUsersDependOnAlone() throws IOException {
    for (String module : modules()) {
      String pom = pom(module);
      boolean ours =
          module.equals("cal-cli")
              || (!module.matches("cal-.*|build/module")
                  && !pom.contains("<artifactId>cal-sample</a"));
      boolean sample = module.startsWith("sample-");
      if (ours || module.equals("build/sample")) {
        assertThat(pom).as(module).contains("<maven.install.skip>true</maven.install.skip>");
      } else if (sample) {
        assertThat(pom).as(module).contains("<artifactId>cal-sample</artifactId>");
      } else {
        assertThat(pom).as(module).doesNotContain("maven.install.skip");
      }
    }
  }
}
