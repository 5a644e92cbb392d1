package cal.weave.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.weave.support.WeaveException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A loop of a called method, cut with the code of its caller behind and around the loop. */
class InliningTest {
  private static final String HERE = InliningTest.class.getName();

  /** Each method tells what runs, and its callees loop. */
  public static final class Session {
    public final List<String> said = new ArrayList<>();
    private int left = 4;

    boolean more(String what) {
      said.add(what + left);
      return left-- > 0;
    }

    /** As of SubEtha SMTP: handlers, and a cleaning up. */
    public void session() {
      String name = "session";
      try {
        talk(name, 1L << 40, 2);
        said.add("behind");
      } catch (IOException failure) {
        said.add("caught " + failure.getMessage());
      } finally {
        said.add("closed " + name);
      }
    }

    private void talk(String name, long wide, int times) throws IOException {
      int count = 0;
      for (int i = 0; i < times; i++) {
        while (more(name + wide)) {
          try {
            switch (count++) {
              case 1 -> said.add("one");
              case 2 -> throw new IllegalStateException("two");
              default -> said.add("other");
            }
          } catch (IllegalStateException inner) {
            said.add("inner " + inner.getMessage());
          }
          if (left == 0) {
            return;
          }
        }
      }
      said.add("never");
    }

    public void fails() {
      try {
        breaks();
      } catch (IOException failure) {
        said.add("caught " + failure.getMessage());
      }
      said.add("behind");
    }

    private static int twice(int one) {
      return 2 * one;
    }

    private void breaks() throws IOException {
      while (more("breaks")) {
        if (left == 1) {
          throw new IOException("lost " + twice(left));
        }
      }
    }

    /** Two calls deep, in a static method, with a result. */
    public void deep() {
      int result = outer();
      said.add("result " + result);
    }

    private int outer() {
      int loops = looping(this, "deep");
      said.add("outer");
      return loops;
    }

    private static int looping(Session of, String name) {
      int turns = 0;
      while (of.more(name)) {
        turns++;
      }
      return turns;
    }

    public void locks() {
      locked();
      said.add("behind");
    }

    private synchronized void locked() {
      while (more("locked")) {
        said.add("turn");
      }
    }

    public void adds() {
      said.add("sum " + (left + looping(this, "adds")));
    }
  }

  /** Its method may be another's. */
  public static class Open {
    public void run() {
      talk();
      System.out.println("behind");
    }

    void talk() {
      while (more()) {
        System.out.println("turn");
      }
    }

    boolean more() {
      return false;
    }
  }

  private static Loops loops(String type, String loop) {
    String name = HERE + "." + type;
    return new Loops(
        List.of(
            LoopCut.of(
                "a.One",
                "cal.yaml: stages.one",
                "void " + name + "." + loop + "()",
                "boolean " + name + ".more(..)")),
        InliningTest.class.getClassLoader());
  }

  private static byte[] bytes(String type) throws IOException {
    try (InputStream in =
        InliningTest.class.getResourceAsStream("InliningTest$" + type + ".class")) {
      return in.readAllBytes();
    }
  }

  private static Object cut(String loop) throws Exception {
    String name = HERE + "$Session";
    Loops loops = loops("Session", loop);
    byte[] cut = loops.cut(name, bytes("Session"));
    loops.require(List.of(bytes("Session")), List.of());
    return new ClassLoader(InliningTest.class.getClassLoader()) {
      Class<?> type() {
        return defineClass(name, cut, 0, cut.length);
      }
    }.type().getConstructor().newInstance();
  }

  private static List<?> said(Object session) throws ReflectiveOperationException {
    return (List<?>) session.getClass().getField("said").get(session);
  }

  @ParameterizedTest
  @ValueSource(strings = {"session", "fails", "deep"})
  void shouldRunByStepsAsInOneGo(String loop) throws Exception {
    Session uncut = new Session();
    Session.class.getMethod(loop).invoke(uncut);

    Object whole = cut(loop);
    whole.getClass().getMethod(loop).invoke(whole);
    assertThat(said(whole)).isEqualTo(uncut.said);

    Object stepped = cut(loop);
    Method step = stepped.getClass().getDeclaredMethod(loop + "$step", Object[].class);
    step.setAccessible(true);
    Object[] state = new Object[16];
    int steps = 0;
    while (step.invoke(stepped, (Object) state).equals(true)) {
      steps++;
    }
    assertThat(said(stepped)).isEqualTo(uncut.said);
    assertThat(steps).isGreaterThanOrEqualTo(3);
  }

  @Test
  void shouldKeepTheLoopWhereItIsForOtherCallers() throws Exception {
    Object session = cut("session");
    Method talk = session.getClass().getDeclaredMethod("talk", String.class, long.class, int.class);
    talk.setAccessible(true);
    assertThatCode(() -> talk.invoke(session, "a", 1L, 1)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"locks", "adds"})
  void shouldRefuseALockOrAnExpressionAroundTheLoop(String loop) {
    assertThatThrownBy(() -> cut(loop))
        .isInstanceOf(WeaveException.class)
        .hasMessageContaining("is in no loop")
        .hasMessageContaining("the call is in a loop of ");
  }

  @Test
  void shouldLeaveAMethodThatASubclassMayOverride() {
    assertThatThrownBy(() -> loops("Open", "run").cut(HERE + "$Open", bytes("Open")))
        .isInstanceOf(WeaveException.class)
        .hasMessageContaining("; the call is in a loop of " + HERE + "$Open.talk");
  }
}
