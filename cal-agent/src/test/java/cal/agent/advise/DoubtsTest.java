package cal.agent.advise;

import static cal.agent.advise.Lives.advice;
import static cal.agent.advise.Lives.life;
import static cal.agent.advise.Lives.sample;
import static cal.agent.advise.Lives.server;
import static cal.agent.advise.Lives.steps;
import static cal.agent.advise.Lives.twice;
import static org.assertj.core.api.Assertions.assertThat;

import cal.agent.advise.Sample.Cpu;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reasons to trust advice less. */
class DoubtsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int CORES = 2;

  /** Ten seconds in which processes took seconds of processor time. */
  private static Trial shared(String model, long server, long load, long machine) {
    Cpu cpu = new Cpu(SECOND * server, 0, SECOND * load, SECOND * machine);
    return new Trial(
        model, List.of(sample(0, steps(0), server(0)), sample(10, steps(10_000), cpu)));
  }

  private static List<String> doubts(long server, long load, long machine) {
    return Doubts.of(
        twice(shared("loop", server, load, machine), shared("thread", 2 * server, load, machine)),
        CORES);
  }

  @Test
  void shouldHaveNoneWhereTheServerIsTheLimit() {
    assertThat(doubts(12, 7, 20)).isEmpty();
  }

  @Test
  void shouldSayThatOthersWereAtWork() {
    assertThat(doubts(8, 6, 20))
        .containsExactly("other processes took 30% of the machine; try again while they rest");
  }

  @Test
  void shouldSayThatTheLoadWasTheLimit() {
    assertThat(doubts(8, 12, 20))
        .containsExactly(
            "the load took 1.2 cores and the server 0.8, so the load was the limit; rates differ"
                + " more where the load runs elsewhere");
  }

  @Test
  void shouldSayThatNoModelWasAtItsLimit() {
    assertThat(doubts(6, 4, 11))
        .containsExactly(
            "the machine was idle for 45% of the time, so rates tell no model's limit; CPU time"
                + " decides");
  }

  /** The system tells nothing, as outside Linux. */
  @Test
  void shouldGuessNothingAboutTheMachine() {
    assertThat(doubts(6, 0, 0)).isEmpty();
  }

  @Test
  void shouldSayThatTooLittleWasCounted() {
    Advice advice =
        advice(
            life("loop", 21, 10),
            life("loop", 15, 10),
            life("thread", 21, 20),
            life("thread", 15, 20));

    assertThat(Doubts.of(advice, CORES))
        .containsExactly(
            "a life counted only 150 steps; give more --minutes, or a load that asks for more");
  }
}
