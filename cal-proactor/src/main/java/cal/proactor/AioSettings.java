package cal.proactor;

import cal.core.internal.support.Nearest;
import cal.core.spi.ConfigurationException;
import cal.core.spi.Setting;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/**
 * The settings of a proactor, by keys that begin with {@code cal.proactor}: the first processor's,
 * and those of a second behind {@code cal.proactor.second} (the paper's AIO_Config, section 12).
 * Immutable.
 *
 * @param alive the most started operations with uncalled handlers
 * @param processors one or two
 */
public record AioSettings(int alive, List<AioConfig> processors) {
  private static final String PREFIX = "cal.";
  private static final String FIRST = "proactor.";
  private static final String SECOND = "proactor.second.";

  /** The kinds of operations of a processor. */
  enum Kinds {
    ALL,
    SOCKETS,
    FILES;

    private Set<OperationCode> codes() {
      Set<OperationCode> files =
          EnumSet.of(OperationCode.READ_FILE, OperationCode.WRITE_FILE, OperationCode.SYNC_FILE);
      Set<OperationCode> codes = EnumSet.copyOf(OperationCode.ofDevices());
      switch (this) {
        case SOCKETS -> codes.removeAll(files);
        case FILES -> codes.retainAll(files);
        default -> {}
      }
      return codes;
    }
  }

  public AioSettings {
    processors = List.copyOf(processors);
  }

  /** All settings of a proactor, in the order of their table. */
  static List<Setting<?>> all() {
    List<Setting<?>> all = new ArrayList<>(ofProcessor(FIRST));
    all.add(most());
    return all;
  }

  private static Setting<Integer> most() {
    return Setting.number(
        FIRST + "alive", 1 << 14, 1, 1 << 20, "operations", "started, with uncalled handlers");
  }

  private static List<Setting<?>> ofProcessor(String at) {
    return List.of(
        provider(at), leadership(at), waits(at), interrupt(at), start(at), inFlight(at), kinds(at));
  }

  private static Setting<String> provider(String at) {
    return new Setting<>(
        at + "provider",
        "auto, io_uring, select or aio",
        AioConfig.AUTO,
        "carries operations out",
        text -> text);
  }

  private static Setting<AioConfig.Leadership> leadership(String at) {
    return Setting.choice(
        at + "leadership", AioConfig.Leadership.SHARED, "threads that wait for completions");
  }

  private static Setting<AioConfig.Waits> waits(String at) {
    return Setting.choice(at + "wait", AioConfig.Waits.DEFAULT, "how the leader waits");
  }

  private static Setting<AioConfig.Interrupt> interrupt(String at) {
    return Setting.choice(
        at + "interrupt", AioConfig.Interrupt.DEFAULT, "how a wait of the leader is ended");
  }

  private static Setting<AioConfig.Start> start(String at) {
    return Setting.choice(
        at + "start", AioConfig.Start.INTERRUPTING, "which thread starts operations");
  }

  private static Setting<Integer> inFlight(String at) {
    return Setting.number(
        at + "in-flight",
        AioConfig.USUAL_IN_FLIGHT,
        1,
        AioConfig.MOST_IN_FLIGHT,
        "operations",
        "of the device; others are deferred");
  }

  private static Setting<Kinds> kinds(String at) {
    return Setting.choice(at + "operations", Kinds.ALL, "which operations the processor takes");
  }

  /**
   * Reads a file of settings.
   *
   * @throws IOException if the file cannot be read
   * @throws ConfigurationException if a setting is unknown, or its value not allowed
   */
  public static AioSettings read(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      properties.load(in);
    }
    return of(properties, file.toString());
  }

  /**
   * Takes settings.
   *
   * @param properties keys of other libraries are left alone
   * @param origin the source of the settings, for people
   * @throws ConfigurationException if a setting is unknown, or its value not allowed
   */
  public static AioSettings of(Properties properties, String origin) {
    List<Setting<?>> known = new ArrayList<>(all());
    known.addAll(ofProcessor(SECOND));
    Set<String> keys = new LinkedHashSet<>();
    known.forEach(setting -> keys.add(PREFIX + setting.key()));
    boolean two = false;
    for (String key : properties.stringPropertyNames()) {
      if (key.startsWith(PREFIX + FIRST) && !keys.contains(key)) {
        throw new ConfigurationException(
            "unknown setting %s=%s (%s); did you mean %s?"
                .formatted(key, properties.getProperty(key), origin, Nearest.to(key, keys)));
      }
      two |= key.startsWith(PREFIX + SECOND);
    }
    List<AioConfig> processors = new ArrayList<>();
    processors.add(processor(properties, origin, FIRST));
    if (two) {
      processors.add(processor(properties, origin, SECOND));
    }
    return new AioSettings(value(most(), properties, origin), processors);
  }

  private static AioConfig processor(Properties properties, String origin, String at) {
    return new AioConfig(
        value(provider(at), properties, origin),
        value(leadership(at), properties, origin),
        value(waits(at), properties, origin),
        value(interrupt(at), properties, origin),
        value(start(at), properties, origin),
        value(inFlight(at), properties, origin),
        value(kinds(at), properties, origin).codes());
  }

  private static <T> T value(Setting<T> setting, Properties properties, String origin) {
    String key = PREFIX + setting.key();
    String text = properties.getProperty(key);
    return text == null ? setting.defaultValue() : setting.parse(key, text, origin);
  }

  /**
   * Opens a proactor.
   *
   * @param loader finds the providers
   * @throws IOException if the system refuses a device
   * @throws ConfigurationException if a provider or a strategy cannot be had
   */
  public Proactor open(ClassLoader loader) throws IOException {
    return new Proactor(AioProviders.of(loader), alive, processors.toArray(AioConfig[]::new));
  }
}
