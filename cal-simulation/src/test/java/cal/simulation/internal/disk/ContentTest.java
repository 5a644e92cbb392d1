package cal.simulation.internal.disk;

import static org.assertj.core.api.Assertions.assertThat;

import cal.simulation.internal.disk.Node.Folder;
import cal.simulation.internal.disk.Node.Plain;
import cal.simulation.spi.Chance;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The files after a crash, over many chances. */
class ContentTest {
  private static final int CRASHES = 300;
  private static final int SECTOR = 512;

  private static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  /** Returns what each crash leaves of a file of a sector, as a text of the sectors' values. */
  private static Set<String> left(Consumer<Content> changes) {
    Set<String> left = new TreeSet<>();
    for (int seed = 0; seed < CRASHES; seed++) {
      Content content = new Content(filled(SECTOR, 1));
      changes.accept(content);
      content.crash(new Chance(seed));
      byte[] bytes = content.read(0, 10 * SECTOR);
      StringBuilder text = new StringBuilder();
      for (int at = 0; at < bytes.length; at += SECTOR) {
        text.append(bytes[at]);
        for (int i = at; i < Math.min(bytes.length, at + SECTOR); i++) {
          assertThat(bytes[i]).as("a sector is written whole").isEqualTo(bytes[at]);
        }
      }
      left.add(text.toString());
    }
    return left;
  }

  @Test
  void shouldTearAWriteThatIsNotSynced() {
    assertThat(left(content -> content.write(SECTOR, filled(2 * SECTOR, 2), true)))
        .containsExactlyInAnyOrder("1", "12", "102", "122");
  }

  @Test
  void shouldKeepWhatIsSynced() {
    assertThat(
            left(
                content -> {
                  content.write(SECTOR, filled(SECTOR, 2), true);
                  content.sync();
                  content.write(SECTOR, filled(SECTOR, 3), true);
                }))
        .containsExactlyInAnyOrder("12", "13");
  }

  @Test
  void shouldKeepOrTakeBackANewSize() {
    assertThat(left(content -> content.truncate(0, true))).containsExactlyInAnyOrder("", "1");
  }

  @Test
  void shouldLoseForGoodWhatASyncHasLost() {
    assertThat(
            left(
                content -> {
                  content.write(0, filled(SECTOR, 2), true);
                  content.lose();
                  content.sync();
                  content.write(SECTOR, filled(SECTOR, 3), true);
                  content.sync();
                }))
        .containsExactly("13");
  }

  @Test
  void shouldKeepWhatNoCrashTakes() {
    assertThat(left(content -> content.write(0, filled(SECTOR, 2), false))).containsExactly("2");
  }

  @Test
  void shouldKeepNamesInTheirOrder() throws Errno {
    Set<String> left = new TreeSet<>();
    for (int seed = 0; seed < CRASHES; seed++) {
      Folder folder = new Folder(1, null, 0, 0);
      Folder other = new Folder(2, null, 0, 0);
      Journal journal = new Journal();
      for (String name : List.of("a", "b", "c")) {
        journal.add(List.of(folder), folder.set(name, new Plain(3, null, 0, 0, 0)));
        if (name.equals("b")) {
          journal.sync(other); // of which there is no change
        }
        if (name.equals("a")) {
          journal.sync(folder);
        }
      }
      journal.crash(new Chance(seed));
      left.add(String.join("", folder.names(new RealFiles())));
    }
    assertThat(left).containsExactlyInAnyOrder("a", "ab", "abc");
  }
}
