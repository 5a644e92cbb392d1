package cal.weave.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.weave.support.WeaveException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.DiscontinuedInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops of forms that seldom stand in a server, and class files of other compilers than javac. */
class LoopFormsTest {
  private static final String PLACE = "cal.yaml: stages.one";
  private static final ClassDesc MADE = ClassDesc.of("odd.Made");
  private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);

  /** Each loop makes the call {@code say} once in a turn, or not at all. */
  public static final class Odd {
    private static final int TURNS = 5;
    public static final List<Object> SAID = new ArrayList<>();

    private Odd() {}

    static boolean say(Object what) {
      SAID.add(what);
      return SAID.size() < TURNS;
    }

    /** An operand of two branches, with nothing below on the stack. */
    public static void chooses() {
      boolean odd = false;
      do {
        odd = !odd;
      } while (say(odd ? "odd" : "even"));
    }

    public static void decides() {
      for (int i = 0; i < TURNS; i++) {
        if (i != 1 && say(i > 2 || i == 0)) {
          SAID.add("more");
        }
      }
    }

    public static void switches() {
      for (int i = 0; i < TURNS; i++) {
        say(
            switch (i) {
              case 0 -> "none";
              case 1 -> {
                try {
                  yield Integer.parseInt("one");
                } catch (NumberFormatException word) {
                  yield 1;
                }
              }
              default -> i;
            });
      }
    }

    /** The second half of a long that is over gets another variable. */
    public static void halves() {
      while (true) {
        {
          long wide = SAID.size();
          SAID.add(wide);
        }
        {
          int later;
          int half = SAID.size();
          if (!say(half)) {
            break;
          }
          later = half;
          SAID.add(later);
        }
      }
    }

    /** The first number is on the stack while the loop runs. */
    public static void adds(int first) {
      SAID.add(
          first
              + switch (first) {
                case 1 -> {
                  while (say(first)) {
                    SAID.add(first);
                  }
                  yield 2;
                }
                default -> 3;
              });
    }
  }

  /** Loops of an interface. */
  public interface Serving {
    default void serve() {
      while (Odd.say("served")) {
        Odd.SAID.add(this instanceof Server);
      }
    }

    static void serveAll() {
      while (Odd.say("all")) {
        Odd.SAID.add("more");
      }
    }
  }

  /** A loop behind a bridge. */
  public static final class Server implements Serving, Consumer<String> {
    @Override
    public void accept(String name) {
      while (Odd.say(name)) {
        name += ".";
      }
    }
  }

  /** A loop whose socket and reader are in variables; after the loop nobody reads the socket. */
  public static final class Talk {
    private Talk() {}

    /** Waits for clients. */
    public static void talk(Socket accepted, BufferedReader in, Scanner lines, String name) {
      Socket socket = accepted;
      int count = socket == null ? 0 : 1;
      while (Odd.say(name)) {
        count++;
        Odd.SAID.add(in == null ? count : in);
      }
    }
  }

  /** Loads the fixtures anew, with one of them cut. */
  private static final class Cutting extends ClassLoader {
    private final Loops loops;

    Cutting(Class<?> owner, String loop) {
      super(LoopFormsTest.class.getClassLoader());
      loops =
          new Loops(
              List.of(
                  LoopCut.of(
                      "a.One",
                      PLACE,
                      "void " + owner.getName() + "." + loop,
                      "boolean " + Odd.class.getName() + ".say(Object)")),
              getParent());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      Class<?> known = findLoadedClass(name);
      if (known != null || !name.startsWith(LoopFormsTest.class.getName() + "$")) {
        return known == null ? super.loadClass(name, resolve) : known;
      }
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = loops.cut(name, in.readAllBytes());
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException unread) {
        throw new UncheckedIOException(unread);
      }
    }

    Class<?> of(Class<?> fixture) throws ClassNotFoundException {
      return loadClass(fixture.getName());
    }

    @SuppressWarnings("unchecked")
    List<Object> said() throws ReflectiveOperationException {
      return (List<Object>) of(Odd.class).getField("SAID").get(null);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"chooses", "decides", "switches", "halves"})
  void shouldBeginEachStepWithTheCall(String name) throws Exception {
    Cutting uncut = new Cutting(Odd.class, "none()");
    uncut.of(Odd.class).getMethod(name).invoke(null);
    Cutting whole = new Cutting(Odd.class, name + "()");
    whole.of(Odd.class).getMethod(name).invoke(null);
    assertThat(whole.said()).hasToString(uncut.said().toString());

    Cutting stepped = new Cutting(Odd.class, name + "()");
    Method step = stepped.of(Odd.class).getDeclaredMethod(name + "$step", Object[].class);
    step.setAccessible(true);
    Object[] state = new Object[16];
    int steps = 1;
    while (step.invoke(null, (Object) state).equals(true)) {
      steps++;
    }
    assertThat(stepped.said()).hasToString(uncut.said().toString());
    long calls = name.equals("halves") ? 2 : name.equals("decides") ? 4 : Odd.TURNS;
    assertThat(steps - 1).as("steps that begin with the call").isEqualTo(calls);
  }

  @Test
  void shouldNotCutALoopInsideAnExpression() {
    assertThatThrownBy(() -> new Cutting(Odd.class, "adds(int)").of(Odd.class))
        .isInstanceOf(WeaveException.class)
        .hasMessageStartingWith(PLACE + ".step: boolean " + Odd.class.getName())
        .hasMessageContainingAll(Odd.class.getName() + ".adds:", "make the loop a statement");
  }

  @Test
  void shouldCutLoopsOfInterfaces() throws Exception {
    Cutting all = new Cutting(Serving.class, "serveAll()");
    all.of(Serving.class).getMethod("serveAll").invoke(null);
    assertThat(all.said()).hasSize(Odd.TURNS).contains("all", "more");
    Cutting one = new Cutting(Serving.class, "serve()");
    Object server = one.of(Server.class).getConstructor().newInstance();
    one.of(Server.class).getMethod("serve").invoke(server);
    assertThat(one.said()).hasSize(Odd.TURNS).hasToString("[served, true, served, true, served]");
  }

  @Test
  void shouldCutBehindABridge() throws Exception {
    Cutting cut = new Cutting(Server.class, "accept(..)");
    Object server = cut.of(Server.class).getConstructor().newInstance();
    cut.of(Server.class).getMethod("accept", Object.class).invoke(server, "a");
    assertThat(cut.said()).hasToString("[a, a., a.., a..., a....]");
  }

  private static Class<?> talk(String socket, String buffer) throws Exception {
    String name = Talk.class.getName();
    LoopCut cut =
        LoopCut.of(
            "a.One",
            PLACE,
            "void " + name + ".talk(..)",
            "boolean " + Odd.class.getName() + ".say(Object)");
    Loops loops =
        new Loops(List.of(cut.awaiting(socket, buffer)), LoopFormsTest.class.getClassLoader());
    try (InputStream in = Talk.class.getResourceAsStream("LoopFormsTest$Talk.class")) {
      byte[] bytes = loops.cut(name, in.readAllBytes());
      assertThat(loops.lines()).singleElement().asString().contains("socket (Socket)");
      return new ClassLoader(Talk.class.getClassLoader()) {
        Class<?> define() throws ClassNotFoundException {
          return Class.forName(defineClass(name, bytes, 0, bytes.length).getName(), true, this);
        }
      }.define();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"in", "count", "none"})
  void shouldKeepVariablesThatTellTheInput(String buffer) throws Exception {
    assertThat(talk("socket", buffer.equals("none") ? null : buffer)).hasDeclaredMethods("talk");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sokcet | in | .awaits: sokcet (at # is no variable with a value there; name one of"
            + " accepted (Socket), in (BufferedReader), lines (Scanner), name (String), socket"
            + " (Socket), count (int), or a field with its type",
        "count | in | .awaits: count (at # has type int; name one of type java.net.Socket",
        "socket | name | .buffer: name (at # has type String, and does not tell what is left in it;"
            + " name an InputStream, a Reader, a number or a boolean",
        "socket | lines | .buffer: lines (at # has type Scanner, and does not tell what is left in"
            + " it; name an InputStream, a Reader, a number or a boolean",
      })
  void shouldSayWhichVariableCannotTell(String socket, String buffer, String sentence) {
    assertThatThrownBy(() -> talk(socket, buffer))
        .isInstanceOf(WeaveException.class)
        .hasMessageMatching(
            Pattern.quote(PLACE + sentence).replace("#", "\\E.*Talk.talk:\\d+\\)\\Q"));
  }

  private static byte[] cutMade(int version, int flags, Consumer<CodeBuilder> body) {
    byte[] made =
        ClassFile.of()
            .build(
                MADE,
                type -> type.withVersion(version, 0).withMethodBody("run", NOTHING, flags, body));
    return new Loops(
            List.of(LoopCut.of("a.One", PLACE, "void odd.Made.run()", "void odd.Made.turn()")),
            LoopFormsTest.class.getClassLoader())
        .cut("odd.Made", made);
  }

  private static void turns(CodeBuilder code) {
    Label again = code.newBoundLabel();
    code.invokestatic(MADE, "turn", NOTHING).iconst_1().ifne(again);
  }

  /** The writer of class files makes wide jumps in a second run. */
  @Test
  void shouldCutALongMethod() throws Exception {
    byte[] plain =
        ClassFile.of()
            .build(
                MADE,
                type ->
                    type.withFlags(ClassFile.ACC_PUBLIC)
                        .withMethodBody(
                            "run",
                            NOTHING,
                            ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                            LoopFormsTest::turnsLong)
                        .withMethodBody(
                            "turn", NOTHING, ClassFile.ACC_STATIC, CodeBuilder::return_));
    Loops loops =
        new Loops(
            List.of(LoopCut.of("a.One", PLACE, "void odd.Made.run()", "void odd.Made.turn()")),
            LoopFormsTest.class.getClassLoader());
    byte[] cut = loops.cut("odd.Made", plain);
    Class<?> made =
        new ClassLoader(getClass().getClassLoader()) {
          Class<?> define() {
            return defineClass("odd.Made", cut, 0, cut.length);
          }
        }.define();
    made.getMethod("run").invoke(null);
    assertThat(made.getDeclaredMethods()).hasSize(3);
  }

  private static void turnsLong(CodeBuilder code) {
    code.iconst_3().istore(0);
    Label again = code.newBoundLabel();
    code.invokestatic(MADE, "turn", NOTHING).iinc(0, -1);
    for (int i = 0; i < Short.MAX_VALUE; i++) {
      code.nop();
    }
    code.iload(0).ifne(again).return_();
  }

  /** Of Java 5: no frames. */
  @Test
  void shouldCutWhereTheCompilerTellsNoTypes() {
    byte[] cut =
        cutMade(
            ClassFile.JAVA_5_VERSION,
            ClassFile.ACC_STATIC,
            code -> {
              code.ldc("kept").astore(0);
              turns(code);
              code.aload(0).pop().return_();
            });
    assertThat(ClassFile.of().parse(cut).methods())
        .extracting(each -> each.methodName().stringValue())
        .containsExactly("run", "run$step");
  }

  @Test
  void shouldNotCutWhereTheCodeHasSubroutines() {
    assertThatThrownBy(
            () ->
                cutMade(
                    ClassFile.JAVA_5_VERSION,
                    ClassFile.ACC_STATIC,
                    code -> {
                      Label subroutine = code.newLabel();
                      code.with(DiscontinuedInstruction.JsrInstruction.of(subroutine));
                      turns(code);
                      code.return_().labelBinding(subroutine).astore(0);
                      code.with(DiscontinuedInstruction.RetInstruction.of(0));
                    }))
        .isInstanceOf(WeaveException.class)
        .hasMessageContainingAll(PLACE + ".loop", "(jsr)");
  }

  @Test
  void shouldNotCutWhereTheObjectIsForgotten() {
    assertThatThrownBy(
            () ->
                cutMade(
                    ClassFile.JAVA_17_VERSION,
                    0,
                    code -> {
                      code.aconst_null().astore(0);
                      turns(code);
                      code.return_();
                    }))
        .isInstanceOf(WeaveException.class)
        .hasMessageContainingAll(PLACE + ".loop", "take the class unobfuscated");
  }

  /** The compiler of Eclipse, and of AspectJ, leaves the thrown object on the stack. */
  @Test
  void shouldNotCutUnderALockOfAnotherCompiler() {
    assertThatThrownBy(
            () ->
                cutMade(
                    ClassFile.JAVA_17_VERSION,
                    ClassFile.ACC_STATIC,
                    code -> {
                      code.ldc(MADE).dup().astore(0).monitorenter();
                      code.trying(
                          guarded -> {
                            turns(guarded);
                            guarded.aload(0).monitorexit().return_();
                          },
                          catches ->
                              catches.catchingAll(
                                  thrown -> thrown.aload(0).monitorexit().athrow()));
                    }))
        .isInstanceOf(WeaveException.class)
        .hasMessageContainingAll(PLACE + ".step", "in a synchronized block");
  }
}
