package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.activity.StagedActivity;
import cal.core.internal.engine.Engine;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.ActivityScheduler;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.LambdaMetafactory;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Life: nothing is left of what has ended, and the process lives as long as what has not. */
abstract class LifeContract extends ModelFixture {
  private static final int MANY = 4_000;
  private static final ClassDesc ACTIVITY = ClassDesc.of(StagedActivity.class.getName());
  private static final ClassDesc LAMBDAS = ClassDesc.of(LambdaMetafactory.class.getName());

  LifeContract(ModelContract contract) {
    super(contract);
  }

  private static final class Payload implements AutoCloseable {
    private final byte[] bytes = new byte[1_024];
    private int steps;

    boolean step() {
      bytes[steps] = 1;
      return ++steps < 3;
    }

    @Override
    public void close() {}
  }

  @Test
  void shouldRunThousandsOfActivitiesWithoutALeak() {
    Engine runtime = runtime(8, "max-in-flight=64");
    OpenStage stage = runtime.open("work");
    List<WeakReference<Payload>> sample = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      WeakReference<Payload> payload = spawnOne(stage);
      if (i % 500 == 0 || i > MANY - 64) {
        sample.add(payload);
      }
    }
    assertThat(settled(stage, MANY).completed()).isEqualTo(MANY);
    assertThat(runtime.getStages()).containsExactly(stage.status());
    assertThat(threads(stage)).as("workers").hasSizeLessThanOrEqualTo(128);
    eventually(
        "finished activities are collected while their stage lives",
        () -> {
          System.gc();
          return sample.stream().allMatch(payload -> payload.refersTo(null));
        });
    runtime.shutdown();
    eventually("the workers are gone", () -> threads(stage).isEmpty());
  }

  /** The promise of {@link ActivityScheduler#start}, without which monitors fail now and then. */
  @Test
  void shouldNotCaptureAnActivityInALambda() throws IOException {
    OpenStage stage = stage(1);
    ActivityScheduler scheduler = stage.model().open(stage);
    scheduler.close();
    for (Class<?> type : scheduler.getClass().getNestHost().getNestMembers()) {
      assertThat(lambdasWithAnActivity(type)).as("lambdas in %s", type).isEmpty();
    }
  }

  private static List<MethodTypeDesc> lambdasWithAnActivity(Class<?> type) throws IOException {
    try (InputStream bytes = type.getResourceAsStream(fileOf(type))) {
      return ClassFile.of().parse(bytes.readAllBytes()).methods().stream()
          .flatMap(method -> method.code().stream())
          .flatMap(CodeModel::elementStream)
          .filter(InvokeDynamicInstruction.class::isInstance)
          .map(InvokeDynamicInstruction.class::cast)
          .filter(call -> call.bootstrapMethod().owner().equals(LAMBDAS))
          .map(InvokeDynamicInstruction::typeSymbol)
          .filter(captured -> captured.parameterList().contains(ACTIVITY))
          .toList();
    }
  }

  private static String fileOf(Class<?> type) {
    return type.getName().substring(type.getPackageName().length() + 1) + ".class";
  }

  private static WeakReference<Payload> spawnOne(OpenStage stage) {
    Payload payload = new Payload();
    Work.spawnOn(stage, payload, payload::step);
    return new WeakReference<>(payload);
  }

  private Set<String> threads(OpenStage stage) {
    String prefix = "cal-" + contract.model() + "-" + stage.name() + "-";
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith(prefix))
        .collect(Collectors.toSet());
  }

  @Test
  void shouldNameItsThreadsAfterModelAndStage() {
    OpenStage stage = stage(3);
    Set<String> names = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < 50; i++) {
      Work.spawn(
          stage,
          () -> {
            names.add(Thread.currentThread().getName());
            return false;
          });
    }
    quiescent(stage);
    assertThat(names)
        .isNotEmpty()
        .allMatch(name -> name.matches("cal-" + contract.model() + "-work-[1-9]\\d*"));
  }

  /** Each waits for the drain, by the JVM; the drain waits for none of them. */
  @Test
  void shouldEndTheProcessThatActivitiesEnd() throws Exception {
    Process child =
        ChildJvm.of(List.of(ChildJvm.OPEN), ExitingServer.class, contract.model()).start();
    assertThat(ChildJvm.status(child)).isEqualTo(ExitingServer.STATUS);
  }

  @Test
  void shouldKeepTheProcessAliveWhileAnActivityLives() throws Exception {
    Process child =
        ChildJvm.of(List.of(ChildJvm.OPEN), LivingServer.class, contract.model()).start();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(out.readLine()).isEqualTo("main has returned");
      assertThat(child.waitFor(500, TimeUnit.MILLISECONDS)).as("ended too early").isFalse();
      child.getOutputStream().close();
      assertThat(out.readLine()).isEqualTo("the activity has ended");
      assertThat(ChildJvm.status(child)).isZero();
    } finally {
      child.destroyForcibly();
    }
  }
}
