package cal.proactor;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Holdings;
import cal.core.internal.support.Acquisitions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where a device or a thread of a proactor cannot be had, the others are given back. */
@Timeout(300)
class ProactorOpeningTest {
  private static Proactor open() throws IOException {
    AioProviders providers = AioProviders.of(ProactorOpeningTest.class.getClassLoader());
    List<AioConfig> configs = new ArrayList<>();
    configs.add(new AioConfig(AioConfig.AUTO, AioConfig.Leadership.SHARED));
    for (AioProvider provider : providers.all()) {
      if (provider.missing().isEmpty() && configs.size() < 2) {
        configs.add(
            new AioConfig(provider.name(), AioConfig.Leadership.DEDICATED)
                .withOperations(EnumSet.of(OperationCode.ACCEPT)));
      }
    }
    return new Proactor(providers, 10, configs.toArray(AioConfig[]::new));
  }

  @Test
  void shouldGiveAllBackWhicheverAcquisitionFails() throws Exception {
    Holdings first = Holdings.now();
    List<Proactor> whole = new ArrayList<>();
    int all = Acquisitions.count(() -> whole.add(open()));
    whole.getFirst().close();
    Holdings before = first.settled();
    for (int nth = 1; nth <= all; nth++) {
      for (Throwable fault : List.of(new OutOfMemoryError("a test"), new IOException("a test"))) {
        List<Proactor> opened = new ArrayList<>();
        Throwable thrown = Acquisitions.failing(nth, fault, () -> opened.add(open()));
        assertThat(thrown == null || thrown.getMessage().contains("a test")).isTrue();
        for (Proactor another : opened) {
          another.close(); // a provider that could not be tried was left out
        }
        before.awaitAgain("acquisition %d of %d throws %s".formatted(nth, all, fault));
      }
    }
    assertThat(all).as("two or more devices, and their threads").isGreaterThan(6);
  }
}
