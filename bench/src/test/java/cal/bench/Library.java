package cal.bench;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;

/** The main code of the modules that a user depends on. Stateless. */
final class Library {
  private static final List<String> PACKAGES =
      List.of(
          "cal.core",
          "cal.thread",
          "cal.executor",
          "cal.reactive",
          "cal.jcsp",
          "cal.proactor",
          "cal.cluster",
          "cal.micrometer",
          "cal.spring",
          "cal.agent",
          "cal.test",
          "cal.simulation");

  private Library() {}

  /** The classes, with those of more packages. */
  static JavaClasses classesAnd(String... more) {
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages(Stream.concat(PACKAGES.stream(), Stream.of(more)).toList());
  }
}
