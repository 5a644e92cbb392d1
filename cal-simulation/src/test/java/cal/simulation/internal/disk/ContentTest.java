package cal.simulation.internal.disk;

import static org.assertj.core.api.Assertions.assertThat;

import cal.simulation.internal.disk.Node.Folder;
import cal.simulation.internal.disk.Node.Plain;
import cal.simulation.internal.schedule.Machine;
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
  private static final Machine MACHINE = new Machine(Machine.NEVER, () -> {});

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
      content.crash(MACHINE, new Chance(seed));
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
    assertThat(left(content -> content.write(SECTOR, filled(2 * SECTOR, 2), MACHINE)))
        .containsExactlyInAnyOrder("1", "12", "100", "102", "120", "122");
  }

  @Test
  void shouldKeepWhatIsSynced() {
    assertThat(
            left(
                content -> {
                  content.write(SECTOR, filled(SECTOR, 2), MACHINE);
                  content.sync(content.mark());
                  content.write(SECTOR, filled(SECTOR, 3), MACHINE);
                }))
        .containsExactlyInAnyOrder("12", "13");
  }

  @Test
  void shouldKeepOrTakeBackANewSize() {
    assertThat(left(content -> content.truncate(0, MACHINE))).containsExactlyInAnyOrder("", "1");
  }

  @Test
  void shouldLoseForGoodWhatASyncHasLost() {
    assertThat(
            left(
                content -> {
                  content.write(0, filled(SECTOR, 2), MACHINE);
                  content.lose(content.mark());
                  content.sync(content.mark());
                  content.write(SECTOR, filled(SECTOR, 3), MACHINE);
                  content.sync(content.mark());
                }))
        .containsExactly("13");
  }

  @Test
  void shouldKeepWhatNoCrashTakes() {
    assertThat(left(content -> content.write(0, filled(SECTOR, 2), null))).containsExactly("2");
  }

  @Test
  void shouldKeepWhatCameBeforeTheBeginOfASync() {
    assertThat(
            left(
                content -> {
                  content.write(SECTOR, filled(SECTOR, 2), MACHINE);
                  long begin = content.mark();
                  content.write(SECTOR, filled(SECTOR, 3), MACHINE);
                  content.sync(begin);
                }))
        .containsExactlyInAnyOrder("12", "13");
  }

  @Test
  void shouldLeaveWhatAnotherMachineWrites() {
    Machine other = new Machine(Machine.NEVER, () -> {});
    assertThat(
            left(
                content -> {
                  content.write(0, filled(SECTOR, 2), MACHINE);
                  content.write(SECTOR, filled(SECTOR, 3), other);
                }))
        .containsExactlyInAnyOrder("13", "23");
  }

  @Test
  void shouldLeaveWhatATestWritesAfterAMachine() {
    assertThat(
            left(
                content -> {
                  content.write(SECTOR, filled(SECTOR, 2), MACHINE);
                  content.write(2 * SECTOR, filled(SECTOR, 3), null);
                }))
        .containsExactly("123");
  }

  @Test
  void shouldKeepNoMoreChangesAfterALostOne() {
    Content content = new Content(filled(SECTOR, 1));
    content.write(0, filled(SECTOR, 2), MACHINE);
    content.lose(content.mark());
    content.write(SECTOR, filled(SECTOR, 3), MACHINE);
    content.sync(content.mark());
    content.crash(MACHINE, new Chance(1));
    assertThat(content.read(0, SECTOR)[0]).isEqualTo((byte) 1);
    assertThat(content.read(SECTOR, SECTOR)[0]).isEqualTo((byte) 3);
  }

  private interface Step {
    /** Gives names, and returns the folder to be looked at. */
    Folder take(Journal journal, Folder folder, Folder other);
  }

  private static void name(Machine by, Journal journal, Folder folder, String name) {
    journal.add(by, List.of(folder), folder.set(name, new Plain(3, null, 0, 0, 0)));
  }

  /** Returns the names that each crash leaves in a folder. */
  private static Set<String> names(boolean keepsOthers, Step step) throws Errno {
    Set<String> left = new TreeSet<>();
    for (int seed = 0; seed < CRASHES; seed++) {
      Journal journal = new Journal(keepsOthers);
      Folder seen = step.take(journal, new Folder(1, null, 0, 0), new Folder(2, null, 0, 0));
      journal.crash(MACHINE, new Chance(seed));
      left.add(String.join("", seen.names(new RealFiles())));
    }
    return left;
  }

  @Test
  void shouldKeepNamesInTheirOrder() throws Errno {
    Step step =
        (journal, folder, other) -> {
          name(MACHINE, journal, folder, "a");
          journal.sync(folder, journal.mark());
          name(MACHINE, journal, folder, "b");
          journal.sync(other, journal.mark()); // of which there is no change
          name(MACHINE, journal, folder, "c");
          return folder;
        };
    assertThat(names(true, step)).containsExactlyInAnyOrder("a", "ab", "abc");
  }

  @Test
  void shouldKeepNoNameOfAnotherFolder() throws Errno {
    Step step =
        (journal, folder, other) -> {
          name(MACHINE, journal, folder, "a");
          name(MACHINE, journal, other, "b");
          journal.sync(other, journal.mark());
          return folder;
        };
    assertThat(names(true, step)).containsExactly("a");
    assertThat(names(false, step)).containsExactlyInAnyOrder("", "a");
  }

  @Test
  void shouldKeepNoNameAfterTheBeginOfASync() throws Errno {
    Step step =
        (journal, folder, other) -> {
          name(MACHINE, journal, folder, "a");
          long begin = journal.mark();
          name(MACHINE, journal, folder, "b");
          journal.sync(folder, begin);
          return folder;
        };
    assertThat(names(true, step)).containsExactlyInAnyOrder("a", "ab");
  }

  /** A file that has moved is at one place, whichever folder is synced. */
  @Test
  void shouldKeepTheBeginOfAMoveWithItsEnd() throws Errno {
    Step step =
        (journal, folder, other) -> {
          Plain moved = new Plain(3, null, 0, 0, 0);
          journal.add(MACHINE, List.of(folder), folder.set("a", moved));
          Runnable second = folder.set("a", null);
          Runnable first = other.set("b", moved);
          journal.add(
              MACHINE,
              List.of(folder, other),
              () -> {
                first.run();
                second.run();
              });
          journal.sync(other, journal.mark());
          return folder;
        };
    assertThat(names(false, step)).containsExactly("");
  }

  @Test
  void shouldLeaveNamesOfOthers() throws Errno {
    Machine another = new Machine(Machine.NEVER, () -> {});
    Step step =
        (journal, folder, other) -> {
          name(MACHINE, journal, folder, "a");
          name(another, journal, folder, "b");
          name(null, journal, other, "a");
          journal.add(MACHINE, List.of(folder), folder.set("a", null));
          return folder;
        };
    assertThat(names(false, step)).containsExactlyInAnyOrder("ab", "b");
    Step test =
        (journal, folder, other) -> {
          name(MACHINE, journal, folder, "a");
          name(null, journal, folder, "b");
          return folder;
        };
    assertThat(names(false, test)).containsExactly("ab");
  }

  @Test
  void shouldLockRanges() {
    Locks locks = new Locks();
    Plain node = new Plain(1, null, 0, 0, 0);
    OpenFile file = new OpenFile(node, MACHINE, true, true, false, false);
    OpenFile other = new OpenFile(node, null, true, true, false, false);
    assertThat(locks.take(file, 0, 10, false)).isTrue();
    assertThat(locks.take(file, 20, Long.MAX_VALUE, true)).isTrue();
    assertThat(locks.take(other, 5, 1, true)).isFalse();
    assertThat(locks.take(other, 10, 10, false)).isTrue();
    assertThat(locks.take(other, 30, 10, false)).isFalse();
    assertThat(locks.take(other, 30, 10, true)).isTrue();
    locks.release(file, 0, 10);
    assertThat(locks.take(other, 0, 10, false)).isTrue();
    locks.close(other);
    assertThat(locks.take(file, 0, 20, false)).isTrue();
    locks.crash(MACHINE);
    assertThat(locks.take(other, 0, Long.MAX_VALUE, false)).isTrue();
  }
}
