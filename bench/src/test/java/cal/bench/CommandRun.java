package cal.bench;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** A command that was run in this process. */
record CommandRun(int status, String out, String err) {
  static CommandRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Cal.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return new CommandRun(line.execute(arguments), out.toString(), err.toString());
  }
}
