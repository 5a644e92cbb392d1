package cal.weave.check;

import static org.assertj.core.api.Assertions.assertThat;

import cal.weave.code.Procedure;
import cal.weave.code.Program;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A large program is looked through once, and not once for each call in a loop. */
class NetworkUsesTest {
  private static final int METHODS = 8000;
  private static final ClassDesc CHAIN = ClassDesc.of("app.Chain");
  private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);

  /** Each method calls the next in an endless loop; the last one accepts. */
  private static Program chain() {
    byte[] file =
        ClassFile.of()
            .build(
                CHAIN,
                type -> {
                  for (int i = 0; i < METHODS; i++) {
                    type.withMethodBody("m" + i, NOTHING, ClassFile.ACC_STATIC, body(i));
                  }
                });
    return new Program(List.of(ClassFile.of().parse(file)));
  }

  private static Consumer<CodeBuilder> body(int at) {
    return code -> {
      Label start = code.newBoundLabel();
      if (at + 1 < METHODS) {
        code.invokestatic(CHAIN, "m" + (at + 1), NOTHING);
      } else {
        code.invokestatic(ClassDesc.of("java.net.Door"), "accept", NOTHING);
      }
      code.goto_(start);
    };
  }

  @Test
  void shouldLookAtEachMethodOnce() {
    Program program = chain();
    NetworkUses uses = new NetworkUses(program);

    for (Procedure procedure : program.procedures()) {
      assertThat(uses.of(procedure)).containsExactly(NetworkUses.Use.ACCEPTS);
    }
    assertThat(uses.visits()).isLessThanOrEqualTo(2 * METHODS);
  }

  @Test
  void shouldFollowCallsOfAnyDepth() {
    assertThat(Candidates.of(chain()).lines())
        .anyMatch(line -> line.contains("'void app.Chain.m1()'"));
  }
}
