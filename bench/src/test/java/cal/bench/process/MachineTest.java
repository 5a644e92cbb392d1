package cal.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run goes on only where nothing has changed that a figure depends on. */
@Timeout(300)
class MachineTest {
  @TempDir private Path root;

  @BeforeEach
  void commit() throws Exception {
    write("src/Server.java", "class Server {}");
    write("docs/guide.md", "words");
    git("init", "-q");
    git("add", ".");
    git("-c", "user.name=A", "-c", "user.email=a@b", "commit", "-q", "-m", "Begin");
  }

  @Test
  void shouldBeTheCommitWhereNothingHasChanged() throws IOException {
    String clean = Machine.commit(root);
    write("docs/guide.md", "other words");
    write("bench/results/peers.json", "{}");

    assertThat(clean).matches("[0-9a-f]{10}");
    assertThat(Machine.commit(root)).as("words and results").isEqualTo(clean);
  }

  @Test
  void shouldChangeWithTheContentOfEveryFileThatWasNotCommitted() throws IOException {
    List<String> seen = new ArrayList<>(List.of(Machine.commit(root)));
    for (String file : List.of("src/Server.java", "src/Added.java")) {
      for (String text : List.of("class One {}", "class Two {}")) {
        write(file, text);
        seen.add(Machine.commit(root));
      }
    }

    assertThat(seen).doesNotHaveDuplicates();
    assertThat(Machine.commit(root)).as("the same again").isEqualTo(seen.getLast());
  }

  @Test
  void shouldKnowWhichCommitsTheHistoryHas() throws Exception {
    String commit = Machine.commit(root);
    git("checkout", "-q", "--orphan", "other");
    git("-c", "user.name=A", "-c", "user.email=a@b", "commit", "-q", "-m", "Begin elsewhere");
    String other = Machine.commit(root);

    assertThat(Machine.isInHistory(root, other)).isTrue();
    assertThat(Machine.isInHistory(root, commit)).as("of another branch").isFalse();
    assertThat(Machine.isInHistory(root, "0123456789")).isFalse();
    assertThat(Machine.isInHistory(root, other + " and changes (0a)")).isFalse();
    assertThat(Machine.isInHistory(root, null)).isFalse();
  }

  @Test
  void shouldSayWhatHasChangedSinceACommit() throws Exception {
    String commit = Machine.commit(root);
    write("src/Server.java", "class Other {}");
    write("docs/guide.md", "other words");
    git("-c", "user.name=A", "-c", "user.email=a@b", "commit", "-qam", "Go on");

    assertThat(Machine.changedSince(root, commit)).containsExactly("src");
    assertThat(Machine.changedSince(root, Machine.commit(root))).isEmpty();
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private void git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }
}
