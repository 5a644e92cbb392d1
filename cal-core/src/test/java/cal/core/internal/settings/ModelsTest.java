package cal.core.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.ThreadsModel;
import cal.core.internal.engine.Engine;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.ConfigurationException;
import cal.core.spi.CoreSettings;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models are found by name; one that is missing is an error that names the remedy. */
class ModelsTest {
  @Test
  void shouldFindTheModelsOfTheClassPath() {
    Models models = Models.of(ModelsTest.class.getClassLoader());
    assertThat(models.all()).extracting(ConcurrencyModel::name).contains("sequential");
    assertThat(models.all())
        .allSatisfy(model -> assertThat(model.whenToChoose()).isNotBlank().doesNotEndWith("."));
    assertThat(models.settings()).containsAll(CoreSettings.all());
  }

  @ParameterizedTest
  @CsvSource({
    "thread-pool, cal-thread",
    "virtual, cal-executor",
    "reactive, cal-reactive",
    "reactive-pool, cal-reactive",
    "jcsp, cal-jcsp",
    "jcsp-pool, cal-jcsp",
    "cluster, cal-cluster"
  })
  void shouldNameTheArtifactOfAMissingModel(String model, String artifact) {
    assertThatThrownBy(() -> open(model))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("model " + model + " (given) is not on the class path")
        .hasMessageContaining("add org.calaspects:" + artifact);
  }

  @Test
  void shouldNameTheNearestOfAnUnknownModel() {
    assertThatThrownBy(() -> open("sequentiell"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("did you mean sequential?")
        .hasMessageContaining("On the class path are");
  }

  /** Where jars are unpacked into one, the last of their service files wins. */
  @Test
  void shouldSayThatAServiceFileWasLost(@TempDir Path shaded) throws IOException {
    Path lost = shaded.resolve("cal/executor/VirtualModel.class");
    Files.createDirectories(lost.getParent());
    Files.writeString(lost, "");
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {shaded.toUri().toURL()}, ModelsTest.class.getClassLoader())) {
      assertThatThrownBy(() -> Models.of(loader).named("virtual", "-Dcal.model"))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContainingAll(
              "model virtual (-Dcal.model) is there, in ",
              lost.toString(),
              "META-INF/services/cal.core.spi.ConcurrencyModel",
              "ServicesResourceTransformer");
    }
  }

  /** A model of this distribution may be missing; any other name is a mistake. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sequentiell if cpu >= 1 | 1: | model sequentiell | did you mean sequential?",
        "adaptive if cpu >= 1 | 1: | adaptive chooses by this rule | another model",
        "hands-off if cpu >= 1 | 1: | model hands-off runs hand-offs alone | adaptive stages spawn"
      })
  void shouldRefuseRulesThatNameNoModelForThem(
      String line, String place, String found, String more, @TempDir Path own) throws IOException {
    assertThatThrownBy(() -> adaptive(line, own))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("cal-adaptive.rules:" + place.replace(":", ""), found, more);
  }

  @Test
  void shouldPassOverRulesOfModelsThatAreNotThere(@TempDir Path own) throws IOException {
    assertThat(adaptive("reactive-pool", own)).isEqualTo("sequential");
  }

  private static String adaptive(String line, Path own) throws IOException {
    Files.writeString(own.resolve(AdaptiveRules.FILE), line + "\nsequential\n");
    Path services = Files.createDirectories(own.resolve("META-INF/services"));
    Files.writeString(services.resolve(ConcurrencyModel.class.getName()), HandsOff.class.getName());
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {own.toUri().toURL()}, ModelsTest.class.getClassLoader())) {
      return Models.of(loader).named("adaptive", "given").name();
    }
  }

  /** One that runs hand-offs alone. */
  public static final class HandsOff extends ThreadsModel {
    /** For the service loader. */
    public HandsOff() {}

    @Override
    public String name() {
      return "hands-off";
    }

    @Override
    public boolean spawns() {
      return false;
    }
  }

  @Test
  void shouldRefuseTwoStagesOfOneName() {
    Engine runtime =
        Engine.of(Configuration.of(Map.of("cal.model", "sequential")), List.of("work"));
    OpenStage first = runtime.open("work");
    assertThatThrownBy(() -> runtime.open("work"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("two bindings are called work");
    assertThat(runtime.getStages()).containsExactly(first.status());
  }

  private static OpenStage open(String model) {
    return Engine.of(Configuration.of(Map.of("cal.model", model)), List.of("work")).open("work");
  }
}
