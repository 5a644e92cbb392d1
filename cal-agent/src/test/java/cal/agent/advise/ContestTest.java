package cal.agent.advise;

import static cal.agent.advise.Lives.life;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which lives are tried, and how well that decides, where the truth is known. */
class ContestTest {
  private static final Duration TIME = Duration.ofMinutes(3);
  private static final List<String> MODELS = List.of("virtual", "thread", "pool", "loop", "loops");

  /** Microseconds of a step: loop is the best, and only loops is within 5%. */
  private static final Map<String, Integer> COSTS =
      Map.of("virtual", 1150, "thread", 1300, "pool", 1100, "loop", 1000, "loops", 1030);

  private static final double AS_GOOD = 1.05;
  private static final int CONTESTS = 300;

  private final List<String> lives = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private long now;

  private Contest contest(List<String> models, Duration time, double clearly) {
    return new Contest(models, time, () -> now, clearly);
  }

  private Trial lived(String model, Duration each, int rate, double cost) {
    lives.add(model);
    now += each.toNanos();
    return life(model, rate, Math.round(cost));
  }

  /** The rounds have every other order, and the models that cannot be the best leave early. */
  @Test
  void shouldSpendTheTimeOnModelsThatAreHardToTellApart() throws Exception {
    Advice advice =
        contest(MODELS, TIME, Advice.CLEARLY)
            .run(
                (model, each) ->
                    lived(model, each, 1000, model.startsWith("loop") ? COSTS.get(model) : 2000),
                told::add);

    assertThat(lives)
        .startsWith("virtual", "thread", "pool", "loop", "loops", "loops", "loop", "loop", "loops")
        .hasSize(11);
    assertThat(told)
        .contains(
            "round 1: virtual, 1,000 steps a second, 2.0000 s of CPU time for 1,000",
            "virtual is clearly worse, and goes out");
    assertThat(advice.model()).isEqualTo("loop");
    assertThat(Duration.ofNanos(now)).isLessThanOrEqualTo(TIME);
  }

  @Test
  void shouldEndWhereOneModelIsClearlyTheBest() throws Exception {
    Advice advice =
        contest(List.of("virtual", "loop"), TIME, Advice.CLEARLY)
            .run(
                (model, each) -> lived(model, each, 1000, model.equals("loop") ? 1000 : 2000),
                told::add);

    assertThat(lives).containsExactly("virtual", "loop");
    assertThat(advice.model()).isEqualTo("loop");
  }

  /** A single model is not compared, and shows its noise. */
  @Test
  void shouldTryASingleModelTwice() throws Exception {
    contest(List.of("virtual"), Duration.ofSeconds(6), Advice.CLEARLY)
        .run((model, each) -> lived(model, each, 1000, 1000), told::add);

    assertThat(lives).containsExactly("virtual", "virtual");
  }

  @Test
  void shouldDropAModelThatIsTooSlow() throws Exception {
    Advice advice =
        contest(MODELS, TIME, Advice.CLEARLY)
            .run(
                (model, each) ->
                    lived(model, each, model.equals("loop") ? 550 : 1000, COSTS.get(model)),
                told::add);

    assertThat(lives.stream().filter("loop"::equals)).hasSize(2);
    assertThat(advice.model()).isEqualTo("loops");
  }

  /** Starts that take most of a life leave time for fewer. */
  @Test
  void shouldTryEachTwiceWhereLivesTakeLonger() throws Exception {
    contest(MODELS, TIME, Advice.CLEARLY)
        .run((model, each) -> lived(model, each.plusSeconds(30), 1000, 1000), told::add);

    assertThat(lives).hasSize(2 * MODELS.size());
  }

  @Test
  void shouldGoOnWithoutAModelThatCannotBeTried() throws Exception {
    Advice advice =
        contest(MODELS, TIME, Advice.CLEARLY)
            .run(
                (model, each) -> {
                  if (model.equals("loop") && lives.contains("loop")) {
                    throw new Untried("model loop: the load ended with status 1", null);
                  }
                  return lived(model, each, 1000, COSTS.get(model));
                },
                told::add);

    assertThat(told).contains("round 2: loop, left out");
    assertThat(advice.rows()).extracting(Row::model).doesNotContain("loop");
    assertThat(advice.model()).isEqualTo("loops");
    assertThat(advice.sentences()).contains("Left out: model loop: the load ended with status 1");
  }

  /** A server that starts under no model has a fault of its own. */
  @Test
  void shouldEndWhereTheFirstTwoModelsCannotBeTried() {
    List<String> tried = new ArrayList<>();

    assertThatThrownBy(
            () ->
                contest(MODELS, TIME, Advice.CLEARLY)
                    .run(
                        (model, each) -> {
                          tried.add(model);
                          throw new Untried("model " + model + ": no server", null);
                        },
                        told::add))
        .isInstanceOf(Untried.class)
        .hasMessage("model virtual: no server");
    assertThat(tried).containsExactly("virtual", "thread");
  }

  /** JVMs of a server differ by 5%: the advice is within 5% of the best, 14 times of 15. */
  @Test
  void shouldFindAModelWithinFivePercentInSpiteOfNoise() throws Exception {
    assertThat(mistakes(Advice.CLEARLY)).isLessThanOrEqualTo(CONTESTS / 15);
  }

  /** The broken twin drops all but the first of a round, and is wrong more often. */
  @Test
  void shouldNotDropWhatNoiseMayExplain() throws Exception {
    assertThat(mistakes(0)).isGreaterThan(CONTESTS / 15);
  }

  private int mistakes(double clearly) throws IOException, InterruptedException {
    int mistakes = 0;
    for (int seed = 0; seed < CONTESTS; seed++) {
      Random noise = new Random(seed);
      now = 0;
      Advice advice =
          contest(MODELS, TIME, clearly)
              .run(
                  (model, each) ->
                      lived(
                          model,
                          each,
                          1000,
                          COSTS.get(model) * Math.exp(0.05 * noise.nextGaussian())),
                  told::add);
      if (COSTS.get(advice.model()) > AS_GOOD * COSTS.get("loop")) {
        mistakes++;
      }
    }
    return mistakes;
  }
}
