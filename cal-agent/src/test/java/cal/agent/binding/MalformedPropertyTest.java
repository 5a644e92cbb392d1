package cal.agent.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.spi.ConfigurationException;
import cal.weave.binding.BindingFile;
import cal.weave.support.Scope;
import cal.weave.support.WeaveException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever is wrong in a file or a setting is told in one sentence. */
class MalformedPropertyTest {
  private static final String GOOD =
      """
      model: virtual
      stages:
        accept:
          spawn: boolean app.Listener.accept()
        store:
          hand-off: [int app.Store.store(..), int app.Store.read(int)]
          target: app.DiskStore
          blocks: true
          model: executor-pool
      regions:
        totals: public * app.Totals.*(..)
      settings:
        cal.max-in-flight: 100
      weave: [app..*]
      """;

  /** Each makes {@link #GOOD} mean nothing. */
  @Provide
  Arbitrary<String> malformed() {
    Arbitrary<String> words = Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(12);
    return Arbitraries.oneOf(
        words.map(word -> GOOD.replace("stages:", word + "s:")),
        words.map(word -> GOOD.replace("spawn:", word + "X:")),
        words.map(word -> GOOD.replace("boolean app.Listener.accept()", word)),
        words.map(word -> GOOD.replace("app.Listener.accept()", "app.Listener." + word + "(")),
        words.map(word -> GOOD.replace("boolean app", "boolean " + word + " || app")),
        words.map(word -> GOOD.replace("blocks: true", "blocks: " + word + "y")),
        words.map(word -> GOOD.replace("target: app.DiskStore", "target: '" + word + " +'")),
        words.map(word -> GOOD.replace("  accept:", "  Accept" + word + ":")),
        words.map(word -> GOOD.replace("stages:", "stages: " + word)),
        words.map(word -> GOOD.replace("model: virtual", "model: [" + word + "]")),
        words.map(word -> GOOD.replace("weave: [app..*]", "weave: {" + word + ": 1}")),
        words.map(word -> GOOD.replace("regions:", "regions: [" + word + "]\nx:")),
        words.map(word -> GOOD + "\t" + word),
        words.map(word -> GOOD + "stages: " + word),
        words.map(word -> GOOD + "]" + word),
        words.map(word -> word),
        words.map(word -> "[" + word + "]"),
        Arbitraries.integers().between(1, GOOD.indexOf("accept()")).map(n -> GOOD.substring(0, n)),
        Arbitraries.strings().ofMaxLength(40));
  }

  @Property(tries = 500)
  void shouldTellWhatIsWrongInAFileInOneSentence(@ForAll("malformed") String text) {
    assertThatThrownBy(() -> BindingFile.parse("cal.yaml", text))
        .isInstanceOf(WeaveException.class)
        .message()
        .startsWith("cal.yaml")
        .satisfies(message -> assertThat(message.lines()).hasSize(1));
  }

  @Property(tries = 500)
  void shouldTellWhatIsWrongInAPatternInOneSentence(
      @ForAll("patterns") String pattern, @ForAll("kinds") String kind) {
    assertThatThrownBy(
            () -> {
              Scope.of(List.of(pattern), "cal.weave").requireMatches(List.of("app.Server"), "x");
              AdoptionRequest.of(List.of(kind), null);
            })
        .isInstanceOfAny(ConfigurationException.class, WeaveException.class)
        .message()
        .satisfies(message -> assertThat(message).isNotBlank());
  }

  @Provide
  Arbitrary<String> patterns() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(20),
        Arbitraries.strings().withChars("ap.*!,$ ").ofMaxLength(8),
        Arbitraries.of("app..*", "app.*", "app.Server"));
  }

  @Provide
  Arbitrary<String> kinds() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(12).map(one -> one.replace(":", "")),
        Arbitraries.strings().alpha().ofMaxLength(8).map(one -> one + "x:app..*"),
        Arbitraries.of("threads", "threads:", "executors: ", ":app..*"));
  }
}
