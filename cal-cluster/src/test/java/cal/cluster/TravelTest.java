package cal.cluster;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.internal.settings.Configuration;
import cal.core.spi.ConcurrencyModel.HandOffs;
import cal.core.spi.ConfigurationException;
import cal.core.spi.Setting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls whose classes cannot travel are a mistake at the start. */
class TravelTest {
  /** Methods as a server might hand them off. */
  @SuppressWarnings("unused")
  static class Service {
    static int length(String text, int[] numbers) {
      return text.length() + numbers.length;
    }

    static void run(Thread thread) {}

    static Runnable made() {
      return null;
    }

    static StringBuilder[] lines(Object any, Runnable may) {
      return null;
    }

    static Thread starts() {
      return null;
    }

    int own() {
      return 1;
    }
  }

  /** A binding says so: its target stays. */
  static class Member extends Service implements MemberService {
    int member(int number) {
      return number;
    }
  }

  /** It cannot be made without a number. */
  @SuppressWarnings("unused")
  record Numbered(int number) {
    int member() {
      return number;
    }
  }

  private static final String SERVICE = "cal.cluster.TravelTest.Service.";

  private static void require(String signature, String... settings) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      values.put("cal.stage.sums.cluster." + settings[i], settings[i + 1]);
    }
    Configuration configuration = Configuration.of(values);
    Travel.require(
        new HandOffs() {
          @Override
          public String stage() {
            return "sums";
          }

          @Override
          public List<String> signatures() {
            return List.of(signature);
          }

          @Override
          public ClassLoader loader() {
            return TravelTest.class.getClassLoader();
          }

          @Override
          public <T> T setting(Setting<T> setting) {
            return configuration.get(setting, "sums");
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int " + SERVICE + "length(java.lang.String, int[])",
        "java.lang.Runnable " + SERVICE + "made()",
        "java.lang.StringBuilder[] " + SERVICE + "lines(java.lang.Object, java.lang.Runnable)",
        "int no.such.Type.method(int)"
      })
  void shouldLeaveToTheCallWhatMayTravel(String signature) {
    assertThatCode(() -> require(signature)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "void, run(java.lang.Thread), java.lang.Thread",
    "java.lang.Thread, starts(), java.lang.Thread",
    "int, own(), cal.cluster.TravelTest$Service"
  })
  void shouldNameTheClassThatStays(String result, String call, String type) {
    assertThatThrownBy(() -> require(result + " " + SERVICE + call))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(
            "stage sums has model cluster, and its call " + result + " " + SERVICE + call,
            type + " is not java.io.Serializable; make it Serializable",
            "give cal.stage.sums.model a model of this process");
  }

  @Test
  void shouldLeaveTargetsWhereEachMemberHasItsOwn() {
    String member = "int cal.cluster.TravelTest.Member.member(int)";
    assertThatCode(() -> require(member)).doesNotThrowAnyException();
    assertThatCode(() -> require("int " + SERVICE + "own()", "target", "service"))
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () -> require("int cal.cluster.TravelTest.Numbered.member()", "target", "service"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(
            "a node cannot make an object of cal.cluster.TravelTest$Numbered",
            "give it a constructor without parameters, or a provider in META-INF/services/");
    assertThatThrownBy(() -> require(member, "key", "2"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("cal.stage.sums.cluster.key=2, and " + member + " has fewer arguments");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0ms", "-1s", "soon", "2147483647m"})
  void shouldRefuseATimeThatNoCallCanKeep(String timeout) {
    assertThatThrownBy(
            () -> ClusterSettings.TIMEOUT.parse("cal.cluster.timeout", timeout, "a test"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("is not allowed; give 1ms to 525600m");
  }

  @Test
  void shouldRefuseConstructors() {
    assertThatThrownBy(() -> require("java.lang.String java.lang.String.new(byte[])"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("hand off a method that returns it");
  }
}
