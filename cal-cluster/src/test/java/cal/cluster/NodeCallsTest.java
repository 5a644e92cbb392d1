package cal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import cal.cluster.internal.call.Parcel;
import cal.cluster.internal.call.RemoteResult;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The time that a call takes with it. */
@Timeout(300)
class NodeCallsTest {
  private static final String ARTIFACT = "00000000";
  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  private static final ClassLoader LOADER = NodeCallsTest.class.getClassLoader();

  private static NodeCalls node() {
    return new NodeCalls(ARTIFACT, new NodeMethods(LOADER), LOADER, 1);
  }

  private static RemoteCall call(long nanosLeft) throws Exception {
    byte[] parts = new Parcel(0, new Object[1]).pack();
    return new RemoteCall(
        ARTIFACT, Calls.class.getDeclaredMethod("nothing"), false, nanosLeft, parts);
  }

  @Test
  void shouldBeginNoCallWhoseTimeIsOver() throws Exception {
    try (NodeCalls calls = node()) {
      assertThat(RemoteResult.unpack(calls.make(call(0)), LOADER))
          .isEqualTo(
              new RemoteResult(
                  RemoteResult.Kind.REFUSED, "its time was over before the node could begin it"));
      assertThat(RemoteResult.unpack(calls.make(call(HOUR)), LOADER))
          .isEqualTo(new RemoteResult(RemoteResult.Kind.RETURNED, null));
    }
  }

  /** An argument whose reading does not end. */
  static final class Endless implements Serializable {
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
    try (NodeCalls calls = node()) {
      calls.watch();
      assertThat(RemoteResult.unpack(calls.make(endless), LOADER).kind())
          .isEqualTo(RemoteResult.Kind.REFUSED);
      assertThat(RemoteResult.unpack(calls.make(call(HOUR)), LOADER))
          .as("the only place is free again")
          .isEqualTo(new RemoteResult(RemoteResult.Kind.RETURNED, null));
    }
  }

  @Test
  void shouldTakeWithItTheTimeThatIsLeftEachTimeItIsSent() throws Exception {
    RemoteCall call = call(HOUR);
    List<Long> sent = new ArrayList<>();
    ObjectDataOutput out =
        (ObjectDataOutput)
            Proxy.newProxyInstance(
                LOADER,
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

  /** A stranger who reaches the port may name any method of any class. */
  @Test
  void shouldMakeNoCallThatNoBindingHandsOff() throws Exception {
    byte[] parts = new Parcel(0, new Object[1]).pack();
    Method own = Stranger.class.getDeclaredMethod("run");
    try (NodeCalls calls = node()) {
      RemoteResult refused =
          RemoteResult.unpack(
              calls.make(new RemoteCall(ARTIFACT, own, false, HOUR, parts)), LOADER);
      assertThat(refused.kind()).isEqualTo(RemoteResult.Kind.REFUSED);
      assertThat((String) refused.content())
          .contains(
              "no binding that the node knows hands off cal.cluster.NodeCallsTest$Stranger.run()V");
    }
    assertThat(WITNESS).as("what was run").isEmpty();
  }

  private static final List<String> WITNESS = new CopyOnWriteArrayList<>();

  static final class Stranger {
    static {
      WITNESS.add("the initialiser of a class that a stranger has named");
    }

    static void run() {
      WITNESS.add("the method that a stranger has named");
    }
  }

  @Test
  void shouldSayThatACallIsOfAnotherFormat() throws Exception {
    RemoteCall later = new RemoteCall();
    later.readData(
        (ObjectDataInput)
            Proxy.newProxyInstance(
                LOADER,
                new Class<?>[] {ObjectDataInput.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "readInt" -> RemoteCall.FORMAT + 1;
                      case "readLong" -> 4711L; // its number; nothing else is known
                      default -> throw new IOException(method.getName());
                    }));
    try (NodeCalls calls = node()) {
      assertThat(RemoteResult.unpack(calls.make(later), LOADER))
          .isEqualTo(
              new RemoteResult(
                  RemoteResult.Kind.OTHER_ARTIFACT,
                  "the node has format 1 of calls, and the server 2; give both the same version of"
                      + " cal-cluster"));
    }
  }
}
