package cal.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Arrows point one way: models, and the library of asynchronous operations, to the core, never to
 * each other; nothing to the bench.
 */
class ArchitectureTest {
  static final List<String> MODELS =
      List.of(
          "cal.thread..",
          "cal.executor..",
          "cal.reactive..",
          "cal.jcsp..",
          "cal.proactor..",
          "cal.cluster..");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(
              Stream.concat(
                      Stream.of("cal.core", "cal.micrometer", "cal.spring", "cal.sample"),
                      MODELS.stream())
                  .map(name -> name.replace("..", ""))
                  .toArray(String[]::new));

  private static void shouldNotSee(String seeing, Stream<String> seen) {
    assertThat(CLASSES).as("classes of %s", seeing).anyMatch(c -> isIn(c.getPackageName(), seeing));
    noClasses()
        .that()
        .resideInAPackage(seeing)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            Stream.concat(seen, Stream.of("cal.bench..", "cal.weave..")).toArray(String[]::new))
        .check(CLASSES);
  }

  private static boolean isIn(String name, String pattern) {
    return name.startsWith(pattern.replace("..", ""));
  }

  @Test
  void shouldKeepTheCoreFreeOfModels() {
    shouldNotSee("cal.core..", Stream.concat(MODELS.stream(), Stream.of("cal.sample..")));
  }

  @ParameterizedTest
  @FieldSource("MODELS")
  void shouldKeepModelsFromSeeingEachOther(String model) {
    Stream<String> others = MODELS.stream().filter(other -> !other.equals(model));
    shouldNotSee(model, Stream.concat(others, Stream.of("cal.sample..")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cal.micrometer..", "cal.spring.."})
  void shouldKeepNeighboursFreeOfModels(String neighbour) {
    shouldNotSee(neighbour, Stream.concat(MODELS.stream(), Stream.of("cal.sample..")));
  }

  @Test
  void shouldKeepServersFreeOfModels() {
    shouldNotSee("cal.sample..", MODELS.stream());
  }
}
