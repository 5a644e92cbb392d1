package cal.agent.weaving;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Classes are given to the JVM as often as it asks. */
class LoadingTest {
  private static final byte[] UNWOVEN = {1, 2};
  private static final byte[] WOVEN = {3, 4, 5};

  private static Loading loading(ClassLoader loader) {
    byte[] closure = ClassFile.of().build(ClassDesc.of("app.Opt$AjcClosure1"), type -> {});
    Woven woven =
        new Woven(
            "app.Opt",
            UNWOVEN,
            WOVEN,
            List.of(new Woven.Generated("app.Opt$AjcClosure1", closure)),
            Lookups.OF_SYSTEM);
    return new Loading(
        new WovenServer(Map.of(), List.of("app..*"), false, List.of(), List.of(), List.of(woven)),
        loader,
        null,
        of -> {
          throw new AssertionError("woven again");
        },
        WeavingCache.in(Optional.of("none"), Optional.empty(), warning -> {}));
  }

  /** As where its superclass is absent, and a server asks for the optional class again. */
  @Test
  void shouldGiveAClassAgainWhoseLoadingFailed() {
    ClassLoader loader = new ClassLoader(null) {};
    Loading loading = loading(loader);

    for (int attempt = 0; attempt < 3; attempt++) {
      assertThat(loading.transform(loader, "app/Opt", null, null, UNWOVEN)).isEqualTo(WOVEN);
    }
  }
}
