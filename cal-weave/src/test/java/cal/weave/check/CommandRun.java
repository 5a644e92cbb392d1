package cal.weave.check;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import picocli.CommandLine;

/** One run of the command. */
record CommandRun(int status, String out, String err) {
  static CommandRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        new CommandLine(new CheckCommand())
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    return new CommandRun(status, out.toString(), err.toString());
  }

  /** The lines that are findings. */
  Stream<String> findings() {
    return out.lines().takeWhile(line -> !line.startsWith("findings: ")).filter(l -> !l.isEmpty());
  }
}
