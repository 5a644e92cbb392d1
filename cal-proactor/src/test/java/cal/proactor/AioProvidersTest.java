package cal.proactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.spi.ConfigurationException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The choice of a provider, and the words about it. */
class AioProvidersTest {
  private static final AioProvider THERE = new ScriptedDevice.Provider();
  private static final AioProvider MISSING =
      new ScriptedDevice.Provider("io_uring", Optional.of("the system refuses io_uring: no"));

  private static AioConfig config(String provider) {
    return new AioConfig(provider, AioConfig.Leadership.SHARED);
  }

  @Test
  void shouldFallBackAndSayWhy() {
    AioProviders.Choice choice =
        new AioProviders(List.of(THERE, MISSING)).choose(config(AioConfig.AUTO));
    assertThat(choice.provider()).isSameAs(THERE);
    assertThat(choice.remark()).isEqualTo("scripted, since the system refuses io_uring: no");
  }

  @Test
  void shouldRefuseAProviderThatCannotBeHad() {
    AioProviders providers = new AioProviders(List.of(THERE, MISSING));
    assertThatThrownBy(() -> providers.choose(config("io_uring")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "provider=io_uring cannot be had here: the system refuses io_uring: no; or give auto");
    assertThatThrownBy(() -> providers.choose(config("kqueue")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("provider=kqueue is not there; give auto, io_uring, scripted");
    assertThatThrownBy(() -> new AioProviders(List.of(MISSING)).choose(config(AioConfig.AUTO)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageEndingWith("is there, since the system refuses io_uring: no");
  }

  @Test
  void shouldPreferTheKernelsOwnOperations() {
    assertThat(AioProviders.of(AioProvidersTest.class.getClassLoader()).all())
        .extracting(AioProvider::name)
        .containsExactly("io_uring", "select", "aio");
  }
}
