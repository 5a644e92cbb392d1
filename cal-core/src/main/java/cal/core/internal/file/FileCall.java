package cal.core.internal.file;

import cal.core.internal.engine.Engine;
import cal.core.internal.stage.AttachedThread;
import cal.core.internal.stage.StagedActivity;
import cal.core.internal.start.Bootstrap;
import cal.core.internal.support.Thrown;
import cal.core.spi.FileProvider;
import cal.core.spi.SocketProvider;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.aspectj.lang.JoinPoint;

/**
 * A call of woven code that opens a file, or that a device may be waited for in: carried out by a
 * {@link FileProvider}, or else as unwoven. For one thread.
 */
abstract class FileCall {
  private static final Set<Set<OpenOption>> ANEW =
      Set.of(
          Set.of(),
          Set.of(
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE));

  private static final Set<Set<OpenOption>> AT_END =
      Set.of(
          Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
          Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE));

  private static final List<Path> OF_SYSTEM =
      List.of(Path.of("/proc"), Path.of("/sys"), Path.of("/dev"));

  private final JoinPoint call;

  FileCall(JoinPoint call) {
    this.call = call;
  }

  /** Proceeds with the call as it is written; throws what that throws. */
  protected abstract Object unwoven() throws IOException;

  /** Whether the activity here has its calls carried out; asked before anything is made for it. */
  static boolean isProvided() {
    return here() != null;
  }

  private static FileProvider here() {
    StagedActivity activity = AttachedThread.currentActivity();
    return activity == null
        ? null
        : activity.stage().sockets().flatMap(SocketProvider::files).orElse(null);
  }

  /**
   * Opens a stream, which any activity may use later. Its failures are those of the constructor,
   * which declares fewer than this.
   */
  final Object open() {
    try {
      return opened();
    } catch (IOException failure) {
      throw Thrown.<RuntimeException>asIs(failure);
    }
  }

  private Object opened() throws IOException {
    Object[] arguments = call.getArgs();
    File file =
        switch (arguments[0]) {
          case File named -> named;
          case String name -> new File(name);
          case null, default -> null;
        };
    FileProvider provider = file == null ? null : provider();
    if (provider == null) {
      return unwoven();
    }
    Class<?> made = call.getSignature().getDeclaringType();
    boolean reads = made == FileInputStream.class || made == FileReader.class;
    if (!(reads ? isRead(file) : isWritten(file)) || Arrays.asList(arguments).contains(null)) {
      return unwoven();
    }
    if (made == RandomAccessFile.class) {
      String mode = (String) arguments[1];
      return provider.call(() -> new ProvidedRandomAccess(file, mode, provider));
    }
    if (reads) {
      ProvidedInput in = new ProvidedInput(file, provider);
      return made == FileReader.class ? new ProvidedReader(in, charset()) : in;
    }
    ProvidedOutput out = provider.call(() -> new ProvidedOutput(file, appends(), provider));
    return made == FileWriter.class ? new ProvidedWriter(out, charset()) : out;
  }

  private Charset charset() {
    return arguments(Charset.class).findFirst().orElseGet(Charset::defaultCharset);
  }

  private boolean appends() {
    return arguments(Boolean.class).anyMatch(append -> append);
  }

  private <T> Stream<T> arguments(Class<T> type) {
    return Arrays.stream(call.getArgs()).filter(type::isInstance).map(type::cast);
  }

  /** The provider of the process; null where no stage's model has one. */
  private static FileProvider provider() {
    Engine runtime = Bootstrap.runtime();
    return runtime == null ? null : runtime.sockets().flatMap(SocketProvider::files).orElse(null);
  }

  /** Files of the system, such as those of {@code /proc}, tell no size. */
  private static boolean isRead(File file) {
    return file.isFile() && file.length() > 0;
  }

  /** An empty file may be one of the system's as well. */
  private static boolean isWritten(File file) {
    return file.isFile() ? file.length() > 0 || !isOfSystem(file) : !file.exists();
  }

  private static boolean isOfSystem(File file) {
    try {
      return OF_SYSTEM.stream().anyMatch(file.toPath().toRealPath()::startsWith);
    } catch (IOException unknown) {
      return true;
    }
  }

  /** Opens the stream of a path, if its options are usual; a failure is for the JDK to tell. */
  final Object openPath() throws IOException {
    Object[] arguments = call.getArgs();
    FileProvider provider = provider();
    if (provider == null
        || !(arguments[0] instanceof Path path)
        || path.getFileSystem() != FileSystems.getDefault()) {
      return unwoven();
    }
    File file = path.toFile();
    Set<OpenOption> options = new HashSet<>(Arrays.asList((OpenOption[]) arguments[1]));
    try {
      if (call.getSignature().getName().equals("newInputStream")) {
        return isRead(file) && Set.of(StandardOpenOption.READ).containsAll(options)
            ? new PathInput(new ProvidedInput(file, provider))
            : unwoven();
      }
      boolean anew = ANEW.contains(options);
      return isWritten(file) && (anew || AT_END.contains(options))
          ? new PathOutput(provider.call(() -> new ProvidedOutput(file, !anew, provider)))
          : unwoven();
    } catch (FileNotFoundException refused) {
      return unwoven();
    }
  }

  /**
   * Makes a call that may wait for a device. Its failures are those of the call, which may declare
   * fewer than this.
   */
  final Object made() {
    FileProvider provider = here();
    try {
      return provider == null ? unwoven() : provider.call(this::unwoven);
    } catch (IOException failure) {
      throw Thrown.<RuntimeException>asIs(failure);
    }
  }
}
