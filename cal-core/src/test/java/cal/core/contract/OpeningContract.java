package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.engine.Engine;
import cal.core.internal.stage.OpenStage;
import cal.core.internal.support.Acquisitions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Opening: whichever acquisition fails, and whatever it throws, all others are given back. */
abstract class OpeningContract extends ModelFixture {
  OpeningContract(ModelContract contract) {
    super(contract);
  }

  private Engine sequential() {
    return runtime(2, "stage.work.model=sequential");
  }

  private List<String> change(Engine runtime) {
    return runtime.change(List.of("cal.stage.work.model=" + contract.model()));
  }

  @Test
  void shouldGiveAllBackWhicheverAcquisitionFails() throws Exception {
    Holdings first = Holdings.now();
    Engine counting = sequential();
    counting.open("work");
    int all = Acquisitions.count(() -> change(counting));
    counting.shutdown();
    Holdings before = first.settled();
    for (int nth = 1; nth <= all; nth++) {
      for (Throwable fault : faults(nth)) {
        Engine runtime = sequential();
        runtime.open("work");
        Throwable thrown = Acquisitions.failing(nth, fault, () -> change(runtime));
        String which = "acquisition %d of %d throws %s".formatted(nth, all, fault);
        if (thrown == null) {
          runtime.shutdown(); // it was opened in another way
        } else {
          // A sentence about a setting has its reason in words.
          assertThat(rootOf(thrown)).as(which).hasMessageContaining(fault.getMessage());
          assertThat(runtime.choices().get("work").model()).as(which).isEqualTo("sequential");
          assertThat(runtime.getStages().getFirst().model()).as(which).isEqualTo("sequential");
        }
        before.awaitAgain(which);
      }
    }
  }

  private static List<Throwable> faults(int nth) {
    return List.of(
        new OutOfMemoryError("unable to create native thread, in test " + nth),
        new IOException("Too many open files, in test " + nth),
        new Throwable("in test " + nth));
  }

  private static Throwable rootOf(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  @Test
  void shouldBeOpenedAfterItCouldNotBe() throws Exception {
    Engine runtime = sequential();
    OpenStage stage = runtime.open("work");
    Throwable fault = new OutOfMemoryError("in a test");
    for (int nth = 1; Acquisitions.failing(nth, fault, () -> change(runtime)) != null; nth++) {
      assertThat(nth).as("acquisitions").isLessThan(1_000);
    }
    CountDownLatch ran = new CountDownLatch(1);
    Work.spawn(
        stage,
        () -> {
          ran.countDown();
          return false;
        });
    await(ran, "an activity");
    quiescent(stage);
  }
}
