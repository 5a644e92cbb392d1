package cal.agent.binding;

import static org.assertj.core.api.Assertions.assertThat;

import cal.agent.path.ClassPath;
import cal.agent.weaving.Weaver;
import cal.weave.binding.BindingFile;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The filter before AspectJ leaves out only classes that AspectJ would leave as they are. */
class CallPrefilterTest {
  private static final ClassLoader LOADER = CallPrefilterTest.class.getClassLoader();
  private static final Path NOWHERE = Path.of("no-such.jar");

  @Tag("measuring")
  @Test
  void shouldLetEveryClassPassThatWeavingChanges() throws Exception {
    List<String> adopted =
        List.of(
            "fi.iki.elonen..*",
            "org.mockftpserver..*",
            "adopted..*",
            "org.h2.server..*",
            "org.h2.util..*",
            "org.h2.store..*",
            "org.h2.mvstore.*");
    ClassPath classPath = ClassPath.of(System.getProperty("java.class.path"), NOWHERE);
    Request request =
        new Request(
            Optional.empty(),
            List.of(),
            List.of(
                "threads:" + String.join(",", adopted), "executors:" + String.join(",", adopted)),
            Optional.empty(),
            Optional.empty());
    Bindings bindings = Bindings.of(request, BindingFile.NONE, classPath);
    Weaver weaver = Weaver.of(LOADER, bindings.definition(), classPath);
    CallPrefilter prefilter = new CallPrefilter(LOADER);
    Map<String, byte[]> classes = classPath.classes(bindings.adopted()::includes);

    int changed = 0;
    int passed = 0;
    for (Map.Entry<String, byte[]> one : classes.entrySet()) {
      boolean passes = prefilter.any(one.getValue());
      boolean changes = weaver.weave(one.getKey(), one.getValue()).bytes() != null;
      assertThat(passes || !changes).as(one.getKey()).isTrue();
      changed += changes ? 1 : 0;
      passed += passes ? 1 : 0;
    }

    assertThat(changed).isGreaterThan(40);
    assertThat(passed).as("of %s classes", classes.size()).isLessThan(classes.size() / 2);
  }

  /** The log says of a listener that a server closes at once where that was. */
  @Test
  void shouldLetPassWhatOnlyClosesAListener() throws Exception {
    byte[] closer = calls("java.net.ServerSocket", "close");
    Request request =
        new Request(
            Optional.empty(),
            List.of(),
            List.of("threads:adopted..*"),
            Optional.empty(),
            Optional.empty());
    ClassPath classPath = ClassPath.of(System.getProperty("java.class.path"), NOWHERE);

    assertThat(new CallPrefilter(LOADER).any(closer)).isTrue();
    assertThat(
            Weaver.of(
                    LOADER,
                    Bindings.of(request, BindingFile.NONE, classPath).definition(),
                    classPath)
                .weave("adopted.Caller", closer)
                .bytes())
        .as("what AspectJ makes of it")
        .isNotNull();
    assertThat(new CallPrefilter(LOADER).any(calls("java.net.Socket", "close"))).isFalse();
  }

  @Test
  void shouldLetPassWhatItCannotLookUp() {
    // A class that is not on the class path is made here, as optional libraries are.
    assertThat(new CallPrefilter(LOADER).any(calls("app.Missing", "interrupt"))).isTrue();
  }

  /** A class that calls a method without parameters or result. */
  private static byte[] calls(String type, String method) {
    return ClassFile.of()
        .build(
            ClassDesc.of("adopted.Caller"),
            made ->
                made.withMethodBody(
                    "call",
                    ConstantDescs.MTD_void,
                    0,
                    code ->
                        code.aconst_null()
                            .invokevirtual(ClassDesc.of(type), method, ConstantDescs.MTD_void)
                            .return_()));
  }

  /** A jar may have classes of newer releases, which a server loads only there. */
  @Test
  void shouldLeaveAClassToTheJvmThatTheJvmWillRefuse() throws Exception {
    byte[] newer;
    try (InputStream in = LOADER.getResourceAsStream("cal/agent/binding/CallPrefilterTest.class")) {
      newer = in.readAllBytes();
    }
    newer[7] = (byte) 200;
    assertThat(new CallPrefilter(LOADER).any(newer)).isFalse();
  }
}
