package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.ActivityCapture;
import cal.core.CapturedCall;
import cal.core.CriticalRegions;
import cal.core.spi.CalRuntimeMXBean;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Name;
import org.aspectj.lang.reflect.AjTypeSystem;
import org.aspectj.lang.reflect.Pointcut;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The parts that docs/compatibility.md promises are there, and show no others. */
class CompatibilityTest {
  private static final Path PAGE = Path.of("../docs/compatibility.md");
  private static final Pattern PACKAGE = Pattern.compile("`(cal[a-z.]*)`");

  private static final JavaClasses TYPES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("cal.core", "cal.test");

  private static Set<String> packages() throws IOException {
    return Files.readAllLines(PAGE).stream()
        .filter(line -> line.startsWith("| package"))
        .flatMap(line -> PACKAGE.matcher(line).results())
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  @Test
  void shouldShowNoTypeThatIsNotPromised() throws IOException {
    Set<String> promised = packages();
    assertThat(promised).containsExactlyInAnyOrder("cal.core", "cal.core.spi", "cal.test");
    List<String> leaks = new ArrayList<>();
    int members = 0;
    for (JavaClass type : TYPES) {
      if (!promised.contains(type.getPackageName())
          || !isShown(type)
          || type.isEquivalentTo(CapturedCall.class)) {
        continue;
      }
      for (JavaMember member : type.getMembers()) {
        if (isShown(member.getModifiers()) && !member.getName().contains("$")) {
          members++;
          shownBy(member)
              .filter(named -> named.getPackageName().startsWith("cal."))
              .filter(named -> !promised.contains(named.getPackageName()) || !isShown(named))
              .forEach(named -> leaks.add(member.getFullName() + " shows " + named.getName()));
        }
      }
    }
    assertThat(members).isGreaterThan(100);
    assertThat(leaks).isEmpty();
  }

  private static Stream<JavaClass> shownBy(JavaMember member) {
    return member instanceof JavaCodeUnit code
        ? Stream.concat(
            Stream.of(code.getRawReturnType()),
            Stream.concat(
                code.getRawParameterTypes().stream(), code.getThrowsClause().getTypes().stream()))
        : member.getAllInvolvedRawTypes().stream();
  }

  private static boolean isShown(JavaClass type) {
    return isShown(type.getBaseComponentType().getModifiers())
        && type.getEnclosingClass().map(CompatibilityTest::isShown).orElse(true);
  }

  private static boolean isShown(Set<JavaModifier> modifiers) {
    return (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED))
        && !modifiers.contains(JavaModifier.SYNTHETIC);
  }

  /** The pointcuts and methods that a binding may override, and no other. */
  @ParameterizedTest
  @ValueSource(classes = {ActivityCapture.class, CriticalRegions.class})
  void shouldNameAllThatABindingMayOverride(Class<?> aspect) throws IOException {
    Stream<String> pointcuts =
        Stream.of(AjTypeSystem.getAjType(aspect).getDeclaredPointcuts())
            .filter(each -> Modifier.isProtected(each.getModifiers()))
            .map(Pointcut::getName);
    Stream<String> methods =
        Stream.of(aspect.getDeclaredMethods())
            .filter(each -> Modifier.isProtected(each.getModifiers()))
            .map(Method::getName)
            .filter(name -> !name.contains("$"));
    String row =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.startsWith("| `" + aspect.getSimpleName() + "` |"))
            .findFirst()
            .orElseThrow();
    List<String> named =
        Pattern.compile("`([a-z]\\w+)`").matcher(row).results().map(r -> r.group(1)).toList();

    assertThat(named)
        .containsExactlyInAnyOrderElementsOf(Stream.concat(pointcuts, methods).toList());
  }

  @Test
  void shouldNameTheBeanAndTheEvents() throws IOException {
    String page = Files.readString(PAGE);
    assertThat(page).contains("`" + CalRuntimeMXBean.NAME + "`");
    List<String> events = new ArrayList<>();
    for (JavaClass type : TYPES) {
      type.tryGetAnnotationOfType(Name.class).ifPresent(name -> events.add(name.value()));
    }
    assertThat(events).isNotEmpty().allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
  }
}
