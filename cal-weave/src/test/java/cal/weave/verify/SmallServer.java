package cal.weave.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import picocli.CommandLine;

/** A server of some lines and its file of bindings, compiled and verified. */
final class SmallServer {
  /** A client whose branches decide what it does. */
  static final String CLIENT = "stages: {client: {spawn: void app.Client.run()}}\n";

  /** A client that begins with either of {@link #ROOMS}. */
  static final String BEGIN =
      "class Client { Room r; Member m; boolean f; void run() { if (f) r.post(); else m.leave(); }"
          + " }";

  /** Two regions that may be entered in two orders, as a client begins. */
  static final String ROOMS =
      """
      class Room { Member m; int n; void post() { m.tell(); } void remove() { n--; } }
      class Member { Room r; int t; void tell() { t++; } void leave() { r.remove(); } }
      """;

  static final String ROOM_REGIONS =
      """
      regions:
        rooms: ["void app.Room.post()", "void app.Room.remove()"]
        members: ["void app.Member.tell()", "void app.Member.leave()"]
      """;

  /** A result that is awaited. */
  static final String RESULT =
      """
      class Result {
        boolean d;
        void await() throws Exception { while (!d) wait(); }
        void done() { d = true; notifyAll(); }
      }
      """;

  static final String RESULT_REGIONS = "regions: {results: void app.Result.*(..)}\n";

  /** A job that awaits the {@link #RESULT} of a part. */
  static final String JOB =
      """
      class Job { Result r = new Result();
        void run() throws Exception { new Part(r).run(); r.await(); } }
      class Part { Result r; Part(Result r) { this.r = r; } void run() { r.done(); } }
      """;

  /** A single stage for jobs and their parts. */
  static final String JOB_STAGES =
      "stages: {job: {spawn: [void app.Job.run(), void app.Part.run()], model: thread-pool}}\n"
          + RESULT_REGIONS;

  /** What was printed, and the exit status. */
  record Said(int status, String out, String err) {
    Said free() {
      assertThat(err).isEmpty();
      assertThat(out).contains("\nfree of deadlock under these settings (", "\nnot searched: ");
      assertThat(status).isZero();
      return this;
    }

    Said deadlock(String... words) {
      assertThat(err).isEmpty();
      assertThat(out).contains("\ndeadlock after ").contains(words);
      assertThat(status).isEqualTo(1);
      return this;
    }

    void mistake(String... words) {
      assertThat(err).contains(words).doesNotContain("\tat ");
      assertThat(status).as(out).isEqualTo(2);
    }
  }

  private final Path folder;
  private final Path classes;

  SmallServer(Path folder) {
    this.folder = folder;
    this.classes = folder.resolve("classes");
  }

  /** Compiles classes of the package {@code app}. */
  static SmallServer of(Path folder, String... sources) throws IOException {
    SmallServer server = new SmallServer(folder);
    Path file = folder.resolve("Server.java");
    Files.writeString(file, "package app;\n" + String.join("", sources));
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, options(folder, server, file)))
        .isZero();
    return server;
  }

  private static String[] options(Path sources, SmallServer server, Path file) {
    String classes = server.classes.toString();
    return new String[] {"-g", "-sourcepath", sources.toString(), "-d", classes, file.toString()};
  }

  Path classes() {
    return classes;
  }

  /** Adds a weaver's record. */
  SmallServer record(String... lines) throws IOException {
    Path record = classes.resolve("META-INF/cal/captures");
    Files.createDirectories(record.getParent());
    Files.writeString(record, String.join("\n", lines) + "\n");
    return this;
  }

  Said verify(String file, String... more) throws IOException {
    List<String> all = new ArrayList<>(List.of(more));
    all.addAll(List.of("--config", Files.writeString(folder.resolve("cal.yaml"), file).toString()));
    return run(all);
  }

  Said run(List<String> options) {
    List<String> all = new ArrayList<>(options);
    all.add(classes.toString());
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        new CommandLine(new VerifyCommand())
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(all.toArray(String[]::new));
    return new Said(status, out.toString(), err.toString());
  }
}
