package cal.simulation.internal.run;

import cal.simulation.internal.net.Network;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A server and its clients, by the classes of one seed: the server's {@code main} on a thread, then
 * the clients' once the server listens, and at last a look at connections left open. For one run.
 */
final class ProgramBody implements Body.Running {
  private static final String[] STRINGS = {};

  /** Parameters of a {@code main}. */
  private static final Set<List<Class<?>>> TAKEN = Set.of(List.of(String[].class), List.of());

  private static final int START_MILLIS = 60_000;
  private static final int CLOSE_MILLIS = 10_000;

  private final Program program;
  private final ClassLoader loader;
  private final Network network;
  private Throwable failure;

  ProgramBody(Program program, ClassLoader loader, Network network) {
    this.program = program;
    this.loader = loader;
    this.network = network;
  }

  @Override
  public Throwable failure() {
    return failure;
  }

  @Override
  public void run() {
    Thread.setDefaultUncaughtExceptionHandler(this::uncaught);
    Thread server = new Thread(() -> main(program.server(), program.arguments()), "server");
    server.setContextClassLoader(loader);
    server.start();
    try {
      List<Integer> ports = awaitPorts(server);
      if (failure == null) {
        main(program.clients(), ports.stream().map(String::valueOf).toList());
      }
      if (failure == null) {
        awaitCloses();
      }
    } catch (InterruptedException stop) {
      fail(stop);
    }
  }

  private List<Integer> awaitPorts(Thread server) throws InterruptedException {
    for (int i = 0; network.ports().isEmpty() && failure == null; i++) {
      if (i == START_MILLIS || !server.isAlive()) {
        fail(
            new AssertionError(
                program.server()
                    + (server.isAlive() ? " listens on no port" : " has ended without a port")
                    + "; name the class whose main starts the server"));
      }
      Thread.sleep(1);
    }
    return network.ports();
  }

  /** A server closes the connection of a client that has gone. */
  private void awaitCloses() throws InterruptedException {
    for (int i = 0; i < CLOSE_MILLIS && !network.halfClosed().isEmpty(); i++) {
      Thread.sleep(1);
    }
    if (!network.halfClosed().isEmpty() && failure == null) {
      fail(
          new AssertionError(
              "the clients have gone, and after %d s the server has not closed: %s"
                  .formatted(CLOSE_MILLIS / 1_000, String.join(", ", network.halfClosed()))));
    }
  }

  private void main(String type, List<String> arguments) {
    try {
      Class<?> program = Class.forName(type, true, loader);
      Method main = main(program);
      main.setAccessible(true);
      Object[] given =
          main.getParameterCount() == 0 ? new Object[0] : new Object[] {arguments.toArray(STRINGS)};
      main.invoke(Modifier.isStatic(main.getModifiers()) ? null : made(program), given);
    } catch (InvocationTargetException thrown) {
      fail(thrown.getCause());
    } catch (ReflectiveOperationException missing) {
      fail(new AssertionError(type + " is no class with a main on the class path", missing));
    }
  }

  /** As {@code java} chooses it (JEP 512). */
  private static Method main(Class<?> program) throws NoSuchMethodException {
    for (Class<?> type = program; type != null; type = type.getSuperclass()) {
      Stream<Method> all =
          Stream.of(type.getDeclaredMethods()).filter(method -> method.getName().equals("main"));
      Optional<Method> main =
          all.filter(method -> TAKEN.contains(List.of(method.getParameterTypes())))
              .max(Comparator.comparingInt(Method::getParameterCount));
      if (main.isPresent()) {
        return main.get();
      }
    }
    throw new NoSuchMethodException(program.getName() + ".main");
  }

  private static Object made(Class<?> program) throws ReflectiveOperationException {
    Constructor<?> constructor = program.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  /** An exception may be a server's way to end a connection; an error is none. */
  private void uncaught(Thread thread, Throwable thrown) {
    System.err.println("uncaught in " + thread.getName() + ": " + thrown);
    if (thrown instanceof Error) {
      fail(thrown);
    }
  }

  private void fail(Throwable thrown) {
    if (failure == null) {
      failure = thrown;
    }
  }
}
