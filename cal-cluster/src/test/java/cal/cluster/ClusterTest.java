package cal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cal.cluster.internal.call.Parcel;
import cal.cluster.internal.call.RemoteResult;
import cal.cluster.internal.member.Artifact;
import cal.core.contract.ModelFixture;
import cal.core.internal.activity.StepInterceptors;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.Models;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.ActivityScheduler.MemberStatus;
import cal.core.spi.CapturedActivity;
import cal.core.spi.StageStatus;
import cal.core.spi.StepInterceptor;
import cal.core.spi.StepInterceptorProvider;
import cal.core.spi.VirtualThreads;
import com.hazelcast.core.HazelcastInstance;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server and its nodes in one JVM: calls go and come back as unwoven, and each has an end. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterTest {
  private static final List<String> STAGES =
      List.of(
          "once", "again", "keyed", "ordered", "hasty", "local", "strict", "closing", "patient",
          "served");

  private static final String ARTIFACT = Artifact.of(ClusterTest.class.getClassLoader());

  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final List<HazelcastInstance> nodes = new ArrayList<>();
  private final Map<String, OpenStage> stages = new HashMap<>();
  private final AtomicReference<String> broken = new AtomicReference<>();
  private Engine server;

  @BeforeAll
  void startServer() {
    Map<String, String> settings = new HashMap<>();
    settings.put("cal.model", "cluster");
    settings.put("cal.cluster.listen", "127.0.0.1:0");
    settings.put("cal.stage.again.cluster.delivery", "at-least-once");
    settings.put("cal.stage.keyed.cluster.key", "1");
    settings.put("cal.stage.ordered.cluster.key", "1");
    settings.put("cal.stage.ordered.cluster.local-share", "3"); // which its key rules out
    settings.put("cal.stage.ordered.cluster.delivery", "at-least-once");
    settings.put("cal.stage.hasty.cluster.timeout", "2s");
    settings.put("cal.stage.local.cluster.local-share", "1");
    settings.put("cal.stage.strict.when-full", "reject");
    settings.put("cal.stage.served.cluster.target", "service");
    settings.put("cal.stage.patient.cluster.timeout", "300ms");
    settings.put("cal.stage.patient.cluster.local-share", "1");
    settings.put("cal.stage.patient.max-in-flight", "1");
    Models models = Models.of(ClusterTest.class.getClassLoader());
    StepInterceptors interceptors = new StepInterceptors(List.of(new Failing()));
    server = new Engine(Configuration.of(settings), models, interceptors);
    STAGES.forEach(name -> stages.put(name, server.open(name)));
    assertThat(stages.get("once").limit()).as("without a node").isEqualTo(1);
    assertThat(failure("once", "nothing"))
        .hasMessageContaining(
            "no node of the cluster runs; start one by ./cal node --join 127.0.0.1:")
        .hasMessageContaining("it has not run");
    nodes.add(node(2, ARTIFACT));
    nodes.add(node(2, ARTIFACT));
    awaitBothNodes();
  }

  /** A stage that was closed is told nothing. */
  private void awaitBothNodes() {
    ModelFixture.eventually(
        "both nodes have places",
        () ->
            stages.entrySet().stream()
                .filter(each -> !Set.of("closing", "patient").contains(each.getKey()))
                .allMatch(
                    each -> each.getValue().limit() == (each.getKey().equals("local") ? 5 : 4)));
  }

  /** Breaks the next call of a stage, before it begins. */
  private final class Failing implements StepInterceptorProvider {
    @Override
    public boolean takesPart() {
      return true;
    }

    @Override
    public void opened(Supplier<StageStatus> status) {}

    @Override
    public StepInterceptor intercept(CapturedActivity activity) {
      return broken.compareAndSet(activity.stage().name(), null) ? new Broken() : null;
    }
  }

  private static final class Broken implements StepInterceptor {
    @Override
    public void beforeStep() {
      throw new IllegalStateException("broken");
    }

    @Override
    public void afterStep() {}
  }

  @AfterAll
  void stop() {
    callers.close();
    assertThat(server.shutdown()).isEmpty();
    nodes.forEach(node -> node.getLifecycleService().terminate());
  }

  @BeforeEach
  void forget() {
    Calls.BEGUN.set(new CountDownLatch(1));
    Calls.GO_ON.set(new CountDownLatch(1));
  }

  private HazelcastInstance node(int limit, String artifact) {
    return new Membership(
            false,
            "127.0.0.1:0",
            List.of(Members.of(stages.get("once")).address()),
            null,
            limit,
            artifact,
            ClusterTest.class.getClassLoader())
        .start();
  }

  private Object call(String stage, String method, Object... arguments) throws Throwable {
    return HandedOff.call(stages.get(stage), Calls.class, method, null, arguments);
  }

  private ClusterException failure(String stage, String method, Object... arguments) {
    return catchThrowableOfType(ClusterException.class, () -> call(stage, method, arguments));
  }

  private Future<Object> later(String stage, String method, Object... arguments) {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    callers.execute(
        () -> {
          try {
            answer.complete(call(stage, method, arguments));
          } catch (Throwable thrown) {
            answer.completeExceptionally(thrown);
          }
        });
    return answer;
  }

  @ParameterizedTest
  @ValueSource(strings = {"once", "again"})
  void shouldReturnAndThrowAsUnwoven(String stage) throws Throwable {
    BigInteger large = BigInteger.TEN.pow(24);
    assertThat(call(stage, "square", large)).isEqualTo(large.multiply(large));
    assertThat(call(stage, "join", "a", List.of(1, 2), new long[3], true))
        .isEqualTo("a[1, 2]3true");
    assertThat(call(stage, "nothing")).isNull();
    assertThat(call(stage, "identity", (Object) null)).isNull();
    assertThat(HandedOff.call(stages.get(stage), Calls.class, "plus", new Calls(40), 2))
        .isEqualTo(42);
    assertThat((String) call(stage, "thread")).startsWith("hz.");
    assertThatThrownBy(() -> call(stage, "fail", "checked"))
        .isInstanceOf(IOException.class)
        .hasMessage("checked");
    assertThatThrownBy(() -> call(stage, "fail", "error")).isInstanceOf(AssertionError.class);
  }

  @Test
  void shouldSayWhatCannotTravel() {
    assertThat(failure("once", "identity", new Thread()))
        .hasMessageContainingAll(
            "Calls.identity(java.lang.Object) of stage once has no answer",
            "java.lang.Thread is not java.io.Serializable; make it Serializable",
            "give cal.stage.once.model a model of this process",
            "it has not run")
        .returns(false, ClusterException::mayHaveRun);
    assertThat(failure("once", "unserializable"))
        .hasMessageContaining("it returned a java.lang.Object, which cannot travel")
        .returns(true, ClusterException::mayHaveRun);
    assertThat(failure("once", "fail", "unserializable"))
        .hasMessageContaining(
            "it threw cal.cluster.Calls$Unserializable: stays, which cannot travel");
  }

  @Test
  void shouldSpreadCallsByLoadWithinTheLimitsOfNodes() throws Exception {
    Calls.BEGUN.set(new CountDownLatch(4));
    List<Future<Object>> held =
        IntStream.range(0, 4).mapToObj(i -> later("strict", "hold")).toList();
    ModelFixture.await(Calls.BEGUN.get(), "four calls on two nodes of two places");
    assertThat(catchThrowable(() -> call("strict", "nothing")))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContainingAll(
            "the stage is full; stage=strict",
            "limit=4; raise cal.cluster.limit or cal.stage.strict.cluster.local-share");
    Calls.GO_ON.get().countDown();
    Map<String, Integer> byNode = new HashMap<>();
    for (Future<Object> each : held) {
      String thread = (String) each.get(2, TimeUnit.MINUTES);
      byNode.merge(nodeOf(thread), 1, Integer::sum);
    }
    assertThat(byNode.values()).containsExactly(2, 2);
  }

  /** Hazelcast names its threads after the instance. */
  private static String nodeOf(String thread) {
    return thread.split("\\.", 3)[1];
  }

  @ParameterizedTest
  @ValueSource(strings = {"keyed", "ordered"})
  void shouldSendCallsOfAKeyToOneNodeInTheirOrder(String stage) throws Throwable {
    Calls.SEEN.clear();
    Set<String> all = new HashSet<>();
    for (String key : List.of("a", "b", "c", "d", "e", "f", "g", "h")) {
      Set<String> seen = new HashSet<>();
      for (int i = 0; i < 5; i++) {
        seen.add(nodeOf((String) call(stage, "keyed", key, i)));
      }
      assertThat(seen).as("nodes of key %s", key).hasSize(1);
      assertThat(Calls.SEEN.get(key)).containsExactly(0, 1, 2, 3, 4);
      all.addAll(seen);
    }
    assertThat(all).as("nodes of all keys").hasSize(2);
  }

  @Test
  void shouldLetTheNextOfAKeyGoOnAfterACallThatNeverBegan() throws Throwable {
    broken.set("keyed");
    assertThatThrownBy(() -> call("keyed", "keyed", "never begun", 1)).hasMessage("broken");
    assertThat((String) call("keyed", "keyed", "never begun", 2)).startsWith("hz.");
  }

  @Test
  void shouldTellTheCallerOfAKeyThatCannotBeHad() {
    assertThat(failure("keyed", "identity", new Thread()))
        .hasMessageContainingAll(
            "has no answer: the argument that is the key of stage keyed cannot travel: ",
            "it has not run")
        .returns(false, ClusterException::mayHaveRun);
    assertThat(failure("keyed", "nothing"))
        .hasMessageContainingAll("cal.stage.keyed.cluster.key=1", "has fewer arguments");
  }

  @Test
  void shouldTryACallOnceThatNoNodeCanRead() {
    assertThat(failure("again", "identity", new Calls.Unreadable()))
        .hasMessageContaining(
            "the node cannot read the call: java.util.ServiceConfigurationError: unreadable")
        .as("a node that was lost may have run it")
        .returns(true, ClusterException::mayHaveRun);
    assertThat(Calls.Unreadable.READ).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"once", "again"})
  void shouldTellOfAnExceptionThatCannotBeDescribed(String stage) {
    assertThat(failure(stage, "fail", "silent"))
        .hasMessageContaining("it threw cal.cluster.Calls$Silent, which cannot travel")
        .returns(true, ClusterException::mayHaveRun);
  }

  @Test
  void shouldEndACallWhoseTimeIsOver() throws Exception {
    ClusterException over = failure("hasty", "holdOn");
    assertThat(over)
        .hasMessageContainingAll(
            "none came within cal.stage.hasty.cluster.timeout=2000ms", "it may have run")
        .returns(true, ClusterException::mayHaveRun);
    Calls.GO_ON.get().countDown();
  }

  @Test
  void shouldInterruptACallForWhichNobodyWaits() throws Exception {
    Future<Object> forsaken = later("hasty", "forsaken");
    ModelFixture.await(Calls.GO_ON.get(), "the interrupt of the call on its node");
    assertThat(catchThrowable(() -> forsaken.get(2, TimeUnit.MINUTES)))
        .as("of its time, or of the interrupt")
        .isInstanceOf(ExecutionException.class);
  }

  @Test
  void shouldEndTheWaitForAPlaceInAFullCluster() throws Exception {
    Future<Object> here = later("patient", "hold");
    ModelFixture.await(Calls.BEGUN.get(), "the call that is in the only place");
    assertThat(catchThrowable(() -> call("patient", "nothing")))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContainingAll(
            "no place became free within the time that its caller waits",
            "raise cal.stage.patient.cluster.timeout, or cal.stage.patient.max-in-flight");
    Calls.GO_ON.get().countDown();
    assertThat((String) here.get(2, TimeUnit.MINUTES)).startsWith("cal-cluster-patient-");
  }

  /** The limit of a node is one for all stages and servers that send it calls. */
  @Test
  void shouldMakeNoMoreCallsOnANodeThanItsLimit() throws Exception {
    Calls.BEGUN.set(new CountDownLatch(5));
    List<Future<Object>> held = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      held.add(later("once", "hold"));
      held.add(later("again", "hold"));
    }
    ModelFixture.eventually("four calls have begun", () -> Calls.BEGUN.get().getCount() == 1);
    ModelFixture.eventually(
        "eight are with nodes",
        () -> server.getMembers().stream().mapToInt(MemberStatus::calls).sum() == 8);
    assertThat(server.getMembers()).hasSize(2).allMatch(one -> one.limit() == 2);
    assertThat(Calls.BEGUN.get().getCount()).as("none beyond the limits").isEqualTo(1);
    Calls.GO_ON.get().countDown();
    for (Future<Object> each : held) {
      assertThat((String) each.get(2, TimeUnit.MINUTES)).startsWith("hz.");
    }
  }

  @Test
  void shouldCallTheNodesOwnObjectInPlaceOfTheServers() throws Throwable {
    Calls.Counter here = new Calls.Counter();
    Set<Object> answers = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      answers.add(HandedOff.call(stages.get("once"), Calls.Counter.class, "count", here));
    }
    String own = " of " + System.identityHashCode(here);
    assertThat(answers).allMatch(answer -> !((String) answer).endsWith(own));
    assertThat(Calls.Counter.MADE).as("the server's, and one a node").hasSizeBetween(2, 3);
  }

  /** It is neither serializable nor a {@link MemberService}. */
  @Test
  void shouldCallTheNodesOwnObjectWhereASettingSaysSo() throws Throwable {
    Calls.Table here = new Calls.Table();
    assertThat(HandedOff.call(stages.get("served"), Calls.Table.class, "at", here, 3))
        .isNotEqualTo("3 of " + System.identityHashCode(here))
        .asString()
        .startsWith("3 of ");
    assertThat(
            catchThrowable(
                () -> HandedOff.call(stages.get("once"), Calls.Table.class, "at", here, 3)))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("Calls$Table is not java.io.Serializable");
  }

  @Test
  void shouldRunTheLocalShareHere() throws Throwable {
    assertThat(stages.get("local").limit()).isEqualTo(5);
    Future<Object> here = later("local", "hold");
    ModelFixture.await(Calls.BEGUN.get(), "the call");
    assertThat((String) call("local", "thread")).startsWith("hz.");
    Calls.GO_ON.get().countDown();
    assertThat((String) here.get(2, TimeUnit.MINUTES)).startsWith("cal-cluster-local-");
    ModelFixture.eventually(
        "the place here is free again", () -> threadOf("local").startsWith("cal-cluster-local-"));
  }

  private String threadOf(String stage) {
    try {
      return (String) call(stage, "thread");
    } catch (Throwable thrown) {
      throw new AssertionError(thrown);
    }
  }

  @Test
  void shouldLeaveAnInterruptToTheCaller() throws Throwable {
    Thread.currentThread().interrupt();
    assertThat(call("once", "square", BigInteger.TWO)).isEqualTo(BigInteger.valueOf(4));
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void shouldEndTheWaitsOfAStageThatIsClosed() throws Exception {
    Future<Object> waiting = later("closing", "hold");
    ModelFixture.await(Calls.BEGUN.get(), "the call");
    stages.get("closing").close();
    assertThat(catchThrowable(() -> waiting.get(2, TimeUnit.MINUTES)))
        .cause()
        .isInstanceOf(ClusterException.class)
        .hasMessageContainingAll("the stage was stopped before the answer came", "it may have run");
    Calls.GO_ON.get().countDown();
  }

  @Test
  void shouldTellThatACallHasNotRunWhichNoThreadCouldSend() throws Exception {
    VirtualThreads threads = new VirtualThreads("closed");
    threads.close();
    Members members = Members.of(stages.get("again"));
    Delivery delivery = new Delivery.AtLeastOnce(members, threads);
    byte[] parts = new Parcel(0, new Object[1]).pack();
    RemoteCall call =
        new RemoteCall(ARTIFACT, Calls.class.getDeclaredMethod("nothing"), false, 1, parts);
    Deadline deadline =
        new Deadline(System.nanoTime(), Duration.ofMinutes(2), ConcurrentHashMap.newKeySet());
    Future<RemoteResult> caller = callers.submit(() -> delivery.deliver(call, null, deadline));
    assertThat(catchThrowable(() -> caller.get(2, TimeUnit.MINUTES)).getCause())
        .isInstanceOf(ClusterException.class)
        .hasMessage("the stage was stopped before it was sent")
        .returns(false, thrown -> ((ClusterException) thrown).mayHaveRun());
    assertThat(members.status()).allMatch(member -> member.calls() == 0);
  }

  @Test
  void shouldSendNothingToANodeOfAnotherArtifact() throws Throwable {
    HazelcastInstance other = node(10, "12345678");
    try {
      for (int i = 0; i < 20; i++) {
        assertThat((String) call("once", "thread")).doesNotContain(other.getName());
        assertThat((String) call("again", "thread")).doesNotContain(other.getName());
      }
      assertThat(stages.get("once").limit()).isEqualTo(4);
    } finally {
      other.getLifecycleService().terminate();
    }
  }

  @Test
  void shouldTellTheCallerOfALostNodeOrMakeItsCallAgain() throws Throwable {
    Calls.BEGUN.set(new CountDownLatch(2));
    Future<Object> once = later("once", "holdOn");
    Future<Object> again = later("again", "holdOn");
    ModelFixture.await(Calls.BEGUN.get(), "both calls");
    List<HazelcastInstance> lost = List.copyOf(nodes);
    nodes.clear();
    List<Thread> ends = new ArrayList<>();
    for (HazelcastInstance node : lost) {
      ends.add(Thread.ofPlatform().start(() -> node.getLifecycleService().terminate()));
    }
    try {
      assertThat(catchThrowable(() -> once.get(2, TimeUnit.MINUTES)))
          .cause()
          .isInstanceOf(ClusterException.class)
          .hasMessageContainingAll("has no answer: its node 127.0.0.1:", "it may have run");
    } finally {
      Calls.GO_ON.get().countDown();
      for (Thread end : ends) {
        end.join();
      }
      nodes.add(node(2, ARTIFACT));
      nodes.add(node(2, ARTIFACT));
      awaitBothNodes();
    }
    assertThat((String) again.get(2, TimeUnit.MINUTES)).startsWith("hz.");
  }
}
