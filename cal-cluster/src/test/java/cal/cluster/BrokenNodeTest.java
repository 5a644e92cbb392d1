package cal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cal.cluster.internal.call.RemoteResult;
import cal.cluster.internal.member.Artifact;
import cal.core.contract.ModelFixture;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The only node answers anything: each caller has an exception of the cluster, and no other. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrokenNodeTest {
  private static final ClassLoader LOADER = BrokenNodeTest.class.getClassLoader();
  private static final int LIMIT = 4;

  /** The answers to a call of a number. */
  @SuppressWarnings("ImmutableEnumChecker") // the functions keep nothing
  private enum Answer {
    NOTHING(id -> null),
    A_TEXT(id -> "text"),
    TOO_SHORT(id -> new byte[Long.BYTES - 1]),
    OF_ANOTHER_CALL(id -> outcome(id + 1, RemoteResult.Kind.RETURNED, BigInteger.TEN)),
    EMPTY(id -> behind(id)),
    NO_PARCEL(id -> behind(id, 1, 9, 9)),
    NO_KIND(id -> behind(id, 99, 0, '0')),
    NO_END(id -> behind(id, 1, 0, 'b', 127, -1, -1, -1)),
    NOTHING_THROWN(id -> outcome(id, RemoteResult.Kind.THROWN, null)),
    A_TEXT_THROWN(id -> outcome(id, RemoteResult.Kind.THROWN, "text")),
    NO_SENTENCE(id -> outcome(id, RemoteResult.Kind.REFUSED, null)),
    AN_EXCEPTION(
        id -> {
          throw new IllegalStateException("broken");
        });

    private final LongFunction<Object> of;

    Answer(LongFunction<Object> of) {
      this.of = of;
    }

    private static byte[] outcome(long id, RemoteResult.Kind kind, Object content) {
      byte[] packed = new RemoteResult(kind, content).pack();
      return ByteBuffer.allocate(Long.BYTES + packed.length).putLong(id).put(packed).array();
    }

    private static byte[] behind(long id, int... bytes) {
      ByteBuffer answer = ByteBuffer.allocate(Long.BYTES + bytes.length).putLong(id);
      for (int each : bytes) {
        answer.put((byte) each);
      }
      return answer.array();
    }
  }

  /** What such a node reads in place of a call. */
  private static final class Lie implements Callable<Object>, IdentifiedDataSerializable {
    static final AtomicReference<Answer> ANSWER = new AtomicReference<>();
    static final AtomicInteger TOLD = new AtomicInteger();

    private long id;

    @Override
    public Object call() {
      TOLD.incrementAndGet();
      return ANSWER.get().of.apply(id);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
      in.readInt();
      id = in.readLong();
      for (int i = 0; i < 4; i++) {
        in.readString();
      }
      in.readBoolean();
      in.readLong();
      in.readByteArray();
    }

    @Override
    public void writeData(ObjectDataOutput out) {
      throw new UnsupportedOperationException("it goes no further");
    }

    @Override
    public int getFactoryId() {
      return RemoteCall.FACTORY;
    }

    @Override
    public int getClassId() {
      return 1;
    }
  }

  private Engine server;
  private OpenStage once;
  private OpenStage again;
  private OpenStage hasty;
  private HazelcastInstance node;

  @BeforeAll
  void start() {
    Map<String, String> settings =
        Map.of(
            "cal.model", "cluster",
            "cal.cluster.listen", "127.0.0.1:0",
            "cal.stage.again.cluster.delivery", "at-least-once",
            "cal.stage.again.cluster.timeout", "1s",
            "cal.stage.hasty.cluster.timeout", "100ms");
    server = Engine.of(Configuration.of(settings), List.of("once", "again", "hasty"));
    once = server.open("once");
    again = server.open("again");
    hasty = server.open("hasty");
    String address = Members.of(once).address();
    Config config =
        MemberConfig.of(
            new Membership(
                false, "127.0.0.1:0", List.of(address), null, LIMIT, Artifact.of(LOADER), LOADER));
    config
        .getSerializationConfig()
        .addDataSerializableFactory(RemoteCall.FACTORY, type -> new Lie());
    node = Hazelcast.newHazelcastInstance(config);
    ModelFixture.eventually("the node has places", () -> once.limit() == LIMIT);
  }

  @AfterAll
  void stop() {
    server.close();
    node.getLifecycleService().terminate();
  }

  private static Throwable failure(OpenStage stage) {
    return catchThrowable(
        () -> HandedOff.call(stage, Calls.class, "square", null, BigInteger.valueOf(3)));
  }

  @ParameterizedTest
  @EnumSource(Answer.class)
  void shouldTellTheCallerThatItsCallMayHaveRun(Answer answer) {
    Lie.ANSWER.set(answer);
    int before = Lie.TOLD.get();
    assertThat(failure(once))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("of stage once has no answer: ")
        .returns(true, thrown -> ((ClusterException) thrown).mayHaveRun());
    assertThat(Lie.TOLD.get()).as("the call went there once").isEqualTo(before + 1);
    assertThat(failure(again)).isInstanceOf(ClusterException.class);
  }

  /** Calls that nobody awaits are kept by both sides, until they end. */
  @Test
  void shouldSendNoMoreToANodeThatAnswersNothing() {
    Members.Peer peer = Members.of(once).peers().getFirst();
    ModelFixture.eventually("earlier calls have ended", () -> peer.status().calls() == 0);
    int taken = 0;
    while (peer.beginWithin(Delivery.AtMostOnce.LIMITS)) {
      taken++;
    }
    int before = Lie.TOLD.get();
    try {
      assertThat(
              catchThrowableOfType(
                  ClusterException.class,
                  () -> HandedOff.call(hasty, Calls.class, "nothing", null)))
          .hasMessageContaining(
              " has 100 times as many calls under way as it runs, and took no more")
          .returns(false, ClusterException::mayHaveRun);
    } finally {
      for (int i = 0; i < taken; i++) {
        peer.end(false);
      }
    }
    assertThat(taken).isEqualTo(LIMIT * Delivery.AtMostOnce.LIMITS);
    assertThat(Lie.TOLD.get()).isEqualTo(before);
  }
}
