package cal.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.CalRuntime;
import cal.core.spi.ActivityScheduler.MemberStatus;
import cal.core.spi.SocketProvider.ReadAheadStatus;
import cal.test.UnderEveryModel;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The meters that Micrometer has of a woven server. */
class MetersTest {
  private static final String MODEL = System.getProperty("cal.model");
  private static final int ERRANDS = 5;

  private static double count(String name, String stage) {
    return Metrics.globalRegistry
        .get("cal.stage." + name)
        .tags("stage", stage)
        .functionCounter()
        .count();
  }

  private static double gauge(String name, String stage) {
    return Metrics.globalRegistry.get("cal.stage." + name).tags("stage", stage).gauge().value();
  }

  private static Timer timer(String name, String stage) {
    return Metrics.globalRegistry.get("cal.stage." + name).tags("stage", stage).timer();
  }

  @UnderEveryModel(
      value = {"sequential", "reactive"},
      settings = "cal.stage.archive.model=executor-pool")
  void shouldCountAndTimeEachStage() throws Exception {
    Metrics.addRegistry(new SimpleMeterRegistry());
    Office office = new Office();

    for (int i = 0; i < ERRANDS; i++) {
      office.send(() -> "yes");
    }

    for (int i = 0; i < 2 * ERRANDS; i++) {
      assertThat(office.answers().poll(120, TimeUnit.SECONDS)).isEqualTo("yes yes");
    }
    boolean inPlace = MODEL.equals("sequential");
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () -> {
              assertThat(count("completed", "errand")).isEqualTo(inPlace ? 2 * ERRANDS : ERRANDS);
              assertThat(gauge("active", "errand")).isZero();
            });
    assertThat(count("captured", "errand")).isEqualTo(count("completed", "errand"));
    assertThat(count("captured", "archive")).isEqualTo(2 * ERRANDS);
    assertThat(count("failed", "errand")).isZero();
    assertThat(count("rejected", "errand")).isZero();
    assertThat(gauge("queued", "errand")).isZero();
    assertThat(gauge("limit", "archive")).isPositive();
    assertThat(timer("wait", "errand").count()).isEqualTo(inPlace ? 0 : 2 * ERRANDS);
    assertThat(timer("run", "errand").count()).isEqualTo(inPlace ? 0 : 2 * ERRANDS);
    assertThat(timer("run", "archive").count()).isEqualTo(2 * ERRANDS);
    assertThat(timer("run", "archive").totalTime(TimeUnit.NANOSECONDS)).isPositive();
  }

  @UnderEveryModel("thread-pool")
  void shouldTagMetersWithTheModel() {
    Metrics.addRegistry(new SimpleMeterRegistry());
    new Office().send(() -> "yes");

    assertThat(Metrics.globalRegistry.find("cal.stage.captured").functionCounters())
        .extracting(FunctionCounter::getId)
        .extracting(id -> id.getTag("stage") + " " + id.getTag("model"))
        .filteredOn(one -> one.matches("(errand|archive) .*"))
        .containsExactlyInAnyOrder("errand thread-pool", "archive sequential");
  }

  private static List<String> models(String meter) {
    return Metrics.globalRegistry
        .find("cal.stage." + meter)
        .tags("stage", "errand")
        .meters()
        .stream()
        .map(one -> one.getId().getTag("model"))
        .toList();
  }

  private static void sendAndAwait(Office office, double before) throws Exception {
    office.send(() -> "yes");
    for (int i = 0; i < 2; i++) {
      assertThat(office.answers().poll(120, TimeUnit.SECONDS)).isEqualTo("yes yes");
    }
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () ->
                CalRuntime.current().orElseThrow().getStages().stream()
                    .anyMatch(
                        one -> one.stage().equals("errand") && one.completed() == before + 1));
  }

  private static double completed(String model) {
    return Metrics.globalRegistry
        .get("cal.stage.completed")
        .tags("stage", "errand", "model", model)
        .functionCounter()
        .count();
  }

  private static long runs(String model) {
    return Metrics.globalRegistry
        .get("cal.stage.run")
        .tags("stage", "errand", "model", model)
        .timer()
        .count();
  }

  @UnderEveryModel("thread-pool")
  void shouldTagMetersWithTheModelThatTheStageHasThen() throws Exception {
    Metrics.addRegistry(new SimpleMeterRegistry());
    Office office = new Office();
    sendAndAwait(office, 0);
    sendAndAwait(office, 1);

    CalRuntime.current().orElseThrow().change(List.of("cal.model=virtual"));
    sendAndAwait(office, 2);

    assertThat(completed("thread-pool")).isEqualTo(2);
    assertThat(completed("virtual")).isEqualTo(1);
    assertThat(runs("thread-pool")).isEqualTo(4);
    assertThat(runs("virtual")).isEqualTo(2);
    assertThat(models("active")).containsExactly("virtual");

    CalRuntime.current().orElseThrow().change(List.of("cal.model=thread-pool"));
    sendAndAwait(office, 3);

    assertThat(completed("thread-pool")).isEqualTo(3);
    assertThat(completed("virtual")).isEqualTo(1);
    assertThat(models("active")).containsExactly("thread-pool");
    assertThat(models("completed")).containsExactlyInAnyOrder("thread-pool", "virtual");
  }

  /** The rows of the table of meters. */
  private static String[] documented(String prefix) throws IOException {
    return Files.readString(Path.of("../docs/operating.md"))
        .lines()
        .filter(line -> line.startsWith("| `" + prefix))
        .toArray(String[]::new);
  }

  @UnderEveryModel("thread-pool")
  void shouldHaveTheMetersThatAreDocumented() throws Exception {
    Metrics.addRegistry(new SimpleMeterRegistry());
    new Office().send(() -> "yes");

    assertThat(Metrics.globalRegistry.getMeters())
        .filteredOn(meter -> "errand".equals(meter.getId().getTag("stage")))
        .extracting(Meter::getId)
        .extracting(
            id ->
                "| `%s` | %s | %s |"
                    .formatted(
                        id.getName(),
                        id.getType().name().toLowerCase(Locale.ROOT),
                        id.getDescription()))
        .containsExactlyInAnyOrder(documented("cal.stage."));
  }

  @UnderEveryModel("reactive")
  void shouldShowWhatIsReadAhead() throws Exception {
    Metrics.addRegistry(new SimpleMeterRegistry());
    new Office().send(() -> "yes");

    assertThat(Metrics.globalRegistry.getMeters())
        .filteredOn(meter -> ("cal-" + MODEL).equals(meter.getId().getTag("reader")))
        .extracting(Meter::getId)
        .extracting(id -> "| `%s` | gauge | %s |".formatted(id.getName(), id.getDescription()))
        .containsExactlyInAnyOrder(documented("cal.read.ahead."));
    ReadAheadStatus status = CalRuntime.current().orElseThrow().getReadAhead().getFirst();
    assertThat(readAhead("kept")).isEqualTo((double) status.bytes());
    assertThat(readAhead("limit")).isEqualTo((double) status.limit()).isPositive();
  }

  @Test
  void shouldShowTheMembersThatAreThereNow() throws Exception {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    List<MemberStatus> members = new ArrayList<>();
    ClusterMeters meters = new ClusterMeters(registry, () -> members);
    meters.opened();
    meters.opened();
    assertThat(registry.get("cal.cluster.members").gauge().value()).isZero();

    members.add(new MemberStatus("127.0.0.1:1", 1, 2, 30, 4));
    members.add(new MemberStatus("127.0.0.1:2", 2, 4, 50, 0));

    assertThat(registry.getMeters())
        .extracting(Meter::getId)
        .extracting(id -> "| `%s` | gauge | %s |".formatted(id.getName(), id.getDescription()))
        .containsExactlyInAnyOrder(documented("cal.cluster."));
    assertThat(registry.get("cal.cluster.members").gauge().value()).isEqualTo(2);
    assertThat(registry.get("cal.cluster.calls").gauge().value()).isEqualTo(3);
    assertThat(registry.get("cal.cluster.limit").gauge().value()).isEqualTo(6);
  }

  private static double readAhead(String name) {
    return Metrics.globalRegistry.get("cal.read.ahead." + name).gauge().value();
  }
}
