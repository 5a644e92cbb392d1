package cal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.nio.ObjectDataOutput;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The time that a call takes with it. */
class NodeCallsTest {
  private static final String ARTIFACT = "00000000";
  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  private static RemoteCall call(long nanosLeft) throws Exception {
    byte[] parts = new Parcel(0, new Object[1]).pack();
    return new RemoteCall(
        ARTIFACT, Calls.class.getDeclaredMethod("nothing"), false, nanosLeft, parts);
  }

  @Test
  void shouldBeginNoCallWhoseTimeIsOver() throws Exception {
    ClassLoader loader = NodeCallsTest.class.getClassLoader();
    try (NodeCalls calls = new NodeCalls(ARTIFACT, loader, 1)) {
      assertThat(Outcome.unpack(calls.make(call(0)), loader))
          .isEqualTo(
              new Outcome(
                  Outcome.Kind.REFUSED, "its time was over before the node could begin it"));
      assertThat(Outcome.unpack(calls.make(call(HOUR)), loader))
          .isEqualTo(new Outcome(Outcome.Kind.RETURNED, null));
    }
  }

  @Test
  void shouldTakeWithItTheTimeThatIsLeftEachTimeItIsSent() throws Exception {
    RemoteCall call = call(HOUR);
    List<Long> sent = new ArrayList<>();
    ObjectDataOutput out =
        (ObjectDataOutput)
            Proxy.newProxyInstance(
                NodeCallsTest.class.getClassLoader(),
                new Class<?>[] {ObjectDataOutput.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("writeLong")) {
                    sent.add((Long) arguments[0]);
                  }
                  return null;
                });
    call.writeData(out);
    long once = sent.getLast();
    while (call.nanosLeft() >= once) {
      Thread.onSpinWait();
    }
    call.writeData(out);
    assertThat(sent.getLast()).isPositive().isLessThan(once);
  }
}
