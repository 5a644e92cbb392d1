package cal.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A report as two files of one folder, results.json for programs and README.md for people, written
 * anew each time, so that a run cut short keeps what it has. Immutable.
 */
record ResultFiles(Path folder) {
  /** Refuses the name of a file. */
  static void check(CommandSpec spec, Path folder) {
    if (Files.isRegularFile(folder)) {
      throw Options.mistake(spec, "--out=" + folder + " is a file; name a folder for the report");
    }
  }

  Path json() {
    return folder.resolve("results.json");
  }

  Path markdown() {
    return folder.resolve("README.md");
  }

  void write(Object json, String markdown) {
    Json.write(json(), json);
    try {
      Files.writeString(markdown(), markdown);
    } catch (IOException e) {
      throw new Failure(1, "cannot write " + markdown() + ": " + e + "; name another --out", e);
    }
  }

  /**
   * What a reader must know of where figures come from.
   *
   * @param pinned what runs where, in words
   * @param settings what was chosen, in words
   * @param forTheRecord whether it was measured long enough to be cited
   */
  static Map<String, String> machine(String pinned, String settings, boolean forTheRecord) {
    Map<String, String> machine = new LinkedHashMap<>();
    machine.put("java", Runtime.version().toString());
    machine.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    machine.put("arch", System.getProperty("os.arch"));
    machine.put("pinned", pinned);
    machine.put("settings", settings);
    if (!forTheRecord) {
      machine.put("caution", "a short run, not for the record");
    }
    return machine;
  }
}
