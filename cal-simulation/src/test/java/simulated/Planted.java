package simulated;

import cal.simulation.Network;
import cal.simulation.Simulated;

/** Tests that must fail; run by {@code PlantedBugsTest}. */
public final class Planted {
  @Simulated(seeds = 500)
  void lostUpdate() throws Exception {
    Counter counter = new Counter();
    try (LineServer server = new LineServer(counter, 4)) {
      Clients.all(4, server, client -> client.ask("ADD", 5));
    }
    if (counter.count != 20) {
      throw new AssertionError("counted " + counter.count + " of 20");
    }
  }

  @Simulated(seeds = 500)
  void lostByField() throws Exception {
    lostBy("field");
  }

  @Simulated(seeds = 500)
  void lostByArray() throws Exception {
    lostBy("array");
  }

  @Simulated(seeds = 500)
  void lostByUpdater() throws Exception {
    lostBy("updater");
  }

  private static void lostBy(String way) throws Exception {
    Handles counter = new Handles(way);
    try (LineServer server = new LineServer(counter, 4)) {
      Clients.all(4, server, client -> client.ask("ADD", 5));
    }
    if (counter.sum() != 20) {
      throw new AssertionError("counted " + counter.sum() + " of 20");
    }
  }

  @Simulated(seeds = 500)
  void lockOrder() throws Exception {
    Scenes.move(new Bank());
  }

  @Simulated(seeds = 500)
  void lostNotify() throws Exception {
    Scenes.work(new Jobs());
  }

  @Simulated(seeds = 500, network = @Network(resetOneIn = 3))
  void lostFrame() throws Exception {
    Scenes.post(new Mail());
  }
}
