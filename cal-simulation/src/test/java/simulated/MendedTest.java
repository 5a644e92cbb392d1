package simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;

import cal.simulation.Network;
import cal.simulation.Simulated;
import org.junit.jupiter.api.Tag;

/** The same servers without their bugs: no seed may fail. */
@Tag("measuring")
final class MendedTest {
  @Simulated(seeds = 50)
  void shouldLoseNoUpdate() throws Exception {
    Counter counter = new Counter.Mended();
    try (LineServer server = new LineServer(counter, 4)) {
      Clients.all(4, server, client -> client.ask("ADD", 5));
    }
    assertEquals(20, counter.count);
  }

  @Simulated(seeds = 50)
  void shouldLockInOneOrder() throws Exception {
    Scenes.move(new Bank.Mended());
  }

  @Simulated(seeds = 50)
  void shouldLoseNoNotify() throws Exception {
    Scenes.work(new Jobs.Mended());
  }

  @Simulated(seeds = 100, network = @Network(resetOneIn = 3))
  void shouldLoseNoFrame() throws Exception {
    Scenes.post(new Mail.Mended());
  }
}
