package cal.agent.load;

import cal.agent.weaving.WovenServer;
import cal.weave.record.RecordWriter;
import cal.weave.support.ClassFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * A main class in the place of a server's: writes the classes that the agent of this process has
 * woven before, their record and the settings of their file into a folder. In front of the class
 * path, the folder makes the server one that was woven when it was built. Stateless.
 */
public final class WovenFolder {
  /** The file with the settings. */
  public static final String SETTINGS = "settings.properties";

  private WovenFolder() {}

  /**
   * Writes.
   *
   * @param arguments the folder
   */
  public static void main(String[] arguments) throws IOException {
    write(LoadTimeAgent.weaving(), Path.of(arguments[0]));
  }

  private static void write(WovenServer weaving, Path folder) throws IOException {
    ClassFiles.write(weaving.files(), folder);
    Path record = folder.resolve(RecordWriter.RESOURCE);
    Files.createDirectories(record.getParent());
    Files.write(record, weaving.record());
    Properties settings = new Properties();
    settings.putAll(weaving.settings());
    try (var out = Files.newOutputStream(folder.resolve(SETTINGS))) {
      settings.store(out, null);
    }
  }
}
