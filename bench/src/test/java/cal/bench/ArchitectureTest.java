package cal.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Arrows point one way: models to the core, never to each other; nothing to the bench. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArchitectureTest {
  private JavaClasses classes;

  @BeforeAll
  void readTheClasses() {
    classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("cal.core", "cal.thread", "cal.executor", "cal.sample");
  }

  @Test
  void shouldKeepTheCoreFreeOfModels() {
    noClasses()
        .that()
        .resideInAPackage("cal.core..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("cal.thread..", "cal.executor..", "cal.sample..", "cal.bench..")
        .check(classes);
  }

  @Test
  void shouldKeepModelsFromSeeingEachOther() {
    noClasses()
        .that()
        .resideInAPackage("cal.thread..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("cal.executor..", "cal.sample..", "cal.bench..")
        .check(classes);
    noClasses()
        .that()
        .resideInAPackage("cal.executor..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("cal.thread..", "cal.sample..", "cal.bench..")
        .check(classes);
  }

  @Test
  void shouldKeepServersFreeOfModels() {
    noClasses()
        .that()
        .resideInAPackage("cal.sample..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("cal.thread..", "cal.executor..", "cal.bench..")
        .check(classes);
  }
}
