package simulated;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;

/** Servers and clients, each with a main; run by {@code ProgramsTest}. */
public final class Programs {
  private Programs() {}

  private static Socket connect(String port) throws IOException {
    return new Socket("localhost", Integer.parseInt(port));
  }

  /** Sends each byte back, until the client closes, on a thread for each client. */
  public static final class Echo {
    private Echo() {}

    /** Serves. */
    public static void main(String[] none) throws IOException {
      ServerSocket listener = new ServerSocket(7000);
      while (true) {
        Socket client = listener.accept();
        new Thread(() -> serve(client)).start();
      }
    }

    private static void serve(Socket client) {
      try (client) {
        client.getInputStream().transferTo(client.getOutputStream());
      } catch (IOException gone) {
        // The client went.
      }
    }
  }

  /** Listens on a thread of its own, when main has ended. */
  public static final class Late {
    private Late() {}

    /** Serves, later. */
    public static void main(String[] none) {
      new Thread(
              () -> {
                try {
                  Thread.sleep(10);
                  Echo.main(none);
                } catch (IOException | InterruptedException failure) {
                  throw new IllegalStateException(failure);
                }
              })
          .start();
    }
  }

  /** Has two ports, the second some time after the first. */
  public static final class TwoPorts {
    private TwoPorts() {}

    /** Accepts a client at each. */
    public static void main(String[] none) throws Exception {
      try (ServerSocket one = new ServerSocket(7000)) {
        Thread.sleep(5);
        try (ServerSocket two = new ServerSocket(7001)) {
          one.accept().close();
          two.accept().close();
        }
      }
    }
  }

  /** Closes no client. */
  public static final class Leaky {
    private Leaky() {}

    /** Accepts. */
    public static void main(String[] none) throws IOException {
      ServerSocket listener = new ServerSocket(7000);
      while (true) {
        Socket client = listener.accept();
        client.getOutputStream().write(1);
      }
    }
  }

  /** Sends a byte and closes. */
  public static final class Brief {
    private Brief() {}

    /** Accepts. */
    public static void main(String[] none) throws IOException {
      ServerSocket listener = new ServerSocket(7000);
      while (true) {
        try (Socket client = listener.accept()) {
          client.getOutputStream().write(1);
        }
      }
    }
  }

  /** Dies of an error, and has a handler that says nothing. */
  public static final class Silent {
    private Silent() {}

    /** Accepts. */
    public static void main(String[] kind) throws IOException {
      Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
      ServerSocket listener = new ServerSocket(7000);
      while (true) {
        Socket client = listener.accept();
        Thread.Builder threads =
            kind[0].equals("virtual") ? Thread.ofVirtual() : Thread.ofPlatform();
        threads.start(
            () -> {
              try (client) {
                throw new AssertionError("in a worker");
              } catch (IOException gone) {
                // The client went.
              }
            });
      }
    }
  }

  /** Fails on a thread that main does not wait for. */
  public static final class Threads {
    private Threads() {}

    /** Talks. */
    public static void main(String[] ports) {
      new Thread(
              () -> {
                try (Socket server = connect(ports[0])) {
                  server.getOutputStream().write(1);
                  throw new AssertionError("answered " + server.getInputStream().read());
                } catch (IOException failure) {
                  throw new IllegalStateException(failure);
                }
              })
          .start();
    }
  }

  /** Leaves threads and a connection to the end of the process. */
  public static final class Leaving {
    private Leaving() {}

    /** Reads one byte, or all. */
    public static void main(String[] ports) throws IOException {
      Thread idle = new Thread(Leaving::idle);
      idle.setDaemon(true);
      idle.start();
      InputStream in = connect(ports[0]).getInputStream();
      if (in.read() != 1) {
        throw new AssertionError("no answer");
      }
    }

    private static void idle() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Reads all, and does not close. */
  public static final class Reading {
    private Reading() {}

    /** Reads. */
    public static void main(String[] ports) throws IOException {
      byte[] all = connect(ports[0]).getInputStream().readAllBytes();
      if (all.length != 1) {
        throw new AssertionError(all.length + " bytes");
      }
    }
  }

  /** Connects to each of two ports. */
  public static final class Both {
    private Both() {}

    /** Connects. */
    public static void main(String[] ports) throws IOException {
      connect(ports[0]).close();
      connect(ports[1]).close();
    }
  }

  /** Reads to the end, and takes any. */
  public static final class Patient {
    private Patient() {}

    /** Connects. */
    public static void main(String[] ports) throws IOException {
      try (Socket server = connect(ports[0])) {
        server.getInputStream().readAllBytes();
      }
    }
  }

  /** Sends a byte. */
  public static final class One {
    private One() {}

    /** Talks. */
    public static void main(String[] ports) throws IOException {
      try (Socket server = connect(ports[0])) {
        server.getOutputStream().write(7);
        if (server.getInputStream().read() != 7) {
          throw new AssertionError("no echo");
        }
      }
    }
  }

  /** Answers by the number of bytes, at the end of its input. */
  public static final class Counting {
    private Counting() {}

    /** Serves. */
    public static void main(String[] none) throws IOException {
      ServerSocket listener = new ServerSocket(7000);
      while (true) {
        try (Socket client = listener.accept()) {
          client.getOutputStream().write(client.getInputStream().readAllBytes().length);
        }
      }
    }
  }

  /** Sends five bytes, and neither ends its output nor closes before the answer. */
  public static final class Five {
    private Five() {}

    /** Expects that three have come. */
    public static void main(String[] ports) throws IOException {
      try (Socket server = connect(ports[0])) {
        server.setSoTimeout(10_000);
        server.getOutputStream().write(new byte[5]);
        int counted = server.getInputStream().read();
        if (counted != 3) {
          throw new AssertionError("counted " + counted);
        }
      }
    }
  }
}
