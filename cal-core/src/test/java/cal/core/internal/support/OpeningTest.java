package cal.core.internal.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where a part cannot be had, those before it are given back. */
class OpeningTest {
  private final List<String> given = new ArrayList<>();

  private String open(int parts, String broken) throws IOException {
    try (Opening opening = new Opening()) {
      StringBuilder opened = new StringBuilder();
      for (int i = 1; i <= parts; i++) {
        opened.append(opening.get(this::next, this::giveBack));
      }
      if (broken != null) {
        opening.get(() -> broken(broken), this::giveBack);
      }
      opening.complete();
      return opened.toString();
    }
  }

  private int made;

  private String next() {
    return "p" + ++made;
  }

  private static String broken(String why) throws IOException {
    throw new IOException(why);
  }

  private void giveBack(String part) throws IOException {
    given.add(part);
    if (part.equals("p2")) {
      throw new IOException("p2 stays");
    }
  }

  @Test
  void shouldKeepAllWhereNothingFails() throws Exception {
    assertThat(open(3, null)).isEqualTo("p1p2p3");
    assertThat(given).isEmpty();
  }

  @Test
  void shouldGiveBackTheLastFirstAlthoughOneCannotBe() {
    assertThatThrownBy(() -> open(3, "no fourth"))
        .isInstanceOf(IOException.class)
        .hasMessage("no fourth")
        .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(1))
        .hasSuppressedException(new IOException("p2 stays"));
    assertThat(given).containsExactly("p3", "p2", "p1");
  }

  @Test
  void shouldGiveAllBackWhicheverFails() throws Exception {
    int all = Acquisitions.count(() -> open(3, null));
    assertThat(all).as("three parts, and the moment after").isEqualTo(4);
    for (int nth = 1; nth <= all; nth++) {
      given.clear();
      made = 0;
      Error fault = new OutOfMemoryError("no " + nth);
      assertThat(Acquisitions.failing(nth, fault, () -> open(3, null))).isSameAs(fault);
      assertThat(given).hasSize(nth - 1);
    }
  }
}
