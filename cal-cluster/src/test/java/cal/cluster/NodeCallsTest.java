package cal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The time that a call takes with it. */
@Timeout(300)
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

  /** An argument whose reading does not end. */
  private static final class Endless implements Serializable {
    private static final long serialVersionUID = 1L;

    private void readObject(ObjectInputStream in) throws IOException {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException over) {
        throw new InterruptedIOException("over");
      }
    }
  }

  @Test
  void shouldInterruptTheReadingOfACallWhoseTimeIsOver() throws Exception {
    byte[] parts = new Parcel(0, new Object[] {null, new Endless()}).pack();
    Method method = Calls.class.getDeclaredMethod("identity", Object.class);
    RemoteCall endless =
        new RemoteCall(ARTIFACT, method, false, TimeUnit.MILLISECONDS.toNanos(500), parts);
    ClassLoader loader = NodeCallsTest.class.getClassLoader();
    try (NodeCalls calls = new NodeCalls(ARTIFACT, loader, 1)) {
      calls.watch();
      assertThat(Outcome.unpack(calls.make(endless), loader).kind())
          .isEqualTo(Outcome.Kind.REFUSED);
      assertThat(Outcome.unpack(calls.make(call(HOUR)), loader))
          .as("the only place is free again")
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
