package acme;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Servers with a thread for each connection, as everybody writes them. */
public final class Servers {
  private Servers() {}

  public static void main(String[] args) throws IOException {
    start("lines", Lines::new);
    start("commands", Commands::new);
    start("bodies", Bodies::new);
    start("retries", Retries::new);
    start("helped", Helped::new);
    start("users", Users::new);
    Accepting accepting = new Accepting();
    System.out.println("lambda " + accepting.server.getLocalPort());
    new Thread(accepting).start();
    Nameless nameless = new Nameless();
    System.out.println("nameless " + nameless.server.getLocalPort());
    new Thread(nameless::listen).start();
    System.out.println("ready 0");
  }

  private static void start(String name, Function<Socket, Runnable> handler) throws IOException {
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    System.out.println(name + " " + server.getLocalPort());
    new Thread(
            () -> {
              try {
                while (true) {
                  new Thread(handler.apply(server.accept())).start();
                }
              } catch (IOException closed) {
                throw new UncheckedIOException(closed);
              }
            })
        .start();
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  private static PrintWriter writer(Socket socket) throws IOException {
    return new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
  }

  /** What all connections count together. */
  static final class Totals {
    private int lines;

    synchronized int add() {
      return ++lines;
    }

    int get() {
      synchronized (this) {
        return lines;
      }
    }
  }

  static final Totals TOTALS = new Totals();

  /** A try-with-resources around the loop of the textbooks. */
  static final class Lines implements Runnable {
    private final Socket socket;

    Lines(Socket socket) {
      this.socket = socket;
    }

    @Override
    public void run() {
      try (socket;
          BufferedReader in = reader(socket);
          PrintWriter out = writer(socket)) {
        int number = 0;
        String line;
        while ((line = in.readLine()) != null) {
          TOTALS.add();
          out.println(++number + " " + line.toUpperCase(Locale.ROOT));
        }
        out.println("bye after " + number);
      } catch (IOException lost) {
        System.err.println("lost " + lost);
      }
    }
  }

  /** Commands, with returns and another read within. */
  static final class Commands implements Runnable {
    private final Socket socket;
    private BufferedReader in;

    Commands(Socket socket) {
      this.socket = socket;
    }

    @Override
    public void run() {
      try (socket;
          PrintWriter out = writer(socket)) {
        in = reader(socket);
        Map<String, String> values = new TreeMap<>();
        out.println("hello");
        for (; ; ) {
          String prompt = "> ";
          out.print(prompt);
          out.flush();
          String command = in.readLine();
          if (command == null) {
            return;
          }
          switch (command) {
            case "put" -> {
              String key = "key " + values.size();
              out.println(prompt.strip() + key);
              String value = in.readLine();
              if (value == null) {
                out.println("no value of " + key);
                return;
              }
              values.put(key, value);
            }
            case "all" -> out.println(values);
            case "total" -> out.println(TOTALS.get());
            case "quit" -> {
              out.println("bye");
              return;
            }
            default -> out.println("unknown " + command);
          }
        }
      } catch (IOException lost) {
        System.err.println("lost " + lost);
      }
    }
  }

  /** Loops within loops, and numbers that live over many turns. */
  static final class Bodies implements Runnable {
    private final Socket socket;

    Bodies(Socket socket) {
      this.socket = socket;
    }

    @Override
    public void run() {
      long total = 0;
      double mean;
      float weight = 0.5f;
      boolean odd = false;
      int requests = 0;
      try (socket) {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        requests:
        while (true) {
          int length = in.readInt();
          short largest = -1;
          byte[] body = new byte[length];
          long sum = 0;
          for (int i = 0; i < length; i++) {
            int one = in.readUnsignedByte();
            if (one == 255) {
              out.writeUTF("skipped at " + i);
              continue requests;
            }
            body[i] = (byte) one;
            sum += one;
            largest = (short) Math.max(largest, one);
          }
          total += sum << 33;
          mean = length == 0 ? 0 : (double) sum / length;
          weight = weight * 2 + (odd ? 1 : 0);
          odd = !odd;
          requests++;
          out.writeUTF(
              String.join(
                  " ",
                  String.valueOf(total),
                  String.valueOf(mean),
                  String.valueOf(weight),
                  String.valueOf(largest),
                  new String(body, StandardCharsets.ISO_8859_1)));
        }
      } catch (EOFException end) {
        System.out.println("bodies " + requests + " " + total);
      } catch (IOException lost) {
        System.err.println("lost " + lost);
      }
    }
  }

  /** Handlers of exceptions around each turn, and around all. */
  static final class Retries implements Runnable {
    private final Socket socket;

    Retries(Socket socket) {
      this.socket = socket;
    }

    @Override
    public void run() {
      PrintWriter out = null;
      int failures = 0;
      try {
        out = writer(socket);
        BufferedReader in = reader(socket);
        String line;
        do {
          int before = failures;
          try {
            line = in.readLine();
            if (line != null) {
              out.println(100 / Integer.parseInt(line));
            }
          } catch (NumberFormatException word) {
            line = "a word";
            failures++;
          } catch (ArithmeticException zero) {
            failures += 2;
            line = null;
          } finally {
            out.println("failures " + before + " " + failures);
          }
        } while (line != null);
        out.println("end");
      } catch (IOException lost) {
        System.err.println("lost " + lost);
      } finally {
        if (out != null) {
          out.println("closed after " + failures);
          out.close();
        }
      }
    }
  }

  /** A loop in a method that {@code run} calls last. */
  static final class Helped implements Runnable {
    private final Socket socket;

    Helped(Socket socket) {
      this.socket = socket;
    }

    @Override
    public void run() {
      String name = Thread.currentThread().isDaemon() ? "daemon" : "user";
      talk("helped", name.length());
    }

    private void talk(String name, long length) {
      try (socket) {
        BufferedReader in = reader(socket);
        PrintWriter out = writer(socket);
        String line = in.readLine();
        while (line != null) {
          out.println(name + " " + length++ + " " + line);
          line = in.readLine();
        }
      } catch (IOException lost) {
        System.err.println("lost " + lost);
      }
    }
  }

  /** A user in a thread local, and a loop in a method whose caller cleans up. */
  static final class Users implements Runnable {
    private static final ThreadLocal<String> USER = new ThreadLocal<>();
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private final Socket socket;
    private final int number = NUMBERS.incrementAndGet();

    Users(Socket socket) {
      this.socket = socket;
    }

    @Override
    public void run() {
      try (socket) {
        PrintWriter out = writer(socket);
        talk(out);
        out.println("bye " + USER.get());
      } catch (IOException lost) {
        System.err.println("lost " + lost);
      } finally {
        USER.remove();
      }
    }

    private void talk(PrintWriter out) throws IOException {
      BufferedReader in = reader(socket);
      USER.set(in.readLine() + number);
      String line;
      while ((line = in.readLine()) != null) {
        out.println(USER.get() + ": " + line);
      }
    }
  }

  /** The loop that accepts, and a lambda for each connection. */
  static final class Accepting implements Runnable {
    final ServerSocket server;
    private volatile boolean closed;

    Accepting() throws IOException {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @Override
    public void run() {
      try (server) {
        int clients = 0;
        while (!closed) {
          Socket socket = server.accept();
          int number = clients++;
          new Thread(
                  () -> {
                    try (socket) {
                      BufferedReader in = reader(socket);
                      PrintWriter out = writer(socket);
                      for (String line = in.readLine(); line != null; line = in.readLine()) {
                        out.println(number + line);
                      }
                    } catch (IOException lost) {
                      System.err.println("lost " + lost);
                    }
                  })
              .start();
        }
      } catch (IOException failure) {
        closed = true;
      }
    }
  }

  /** The same with a class without a name. */
  static final class Nameless {
    final ServerSocket server;

    Nameless() throws IOException {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    void listen() {
      while (!server.isClosed()) {
        try {
          Socket socket = server.accept();
          new Thread() {
            @Override
            public void run() {
              try (socket) {
                int one;
                while ((one = socket.getInputStream().read()) >= 0) {
                  socket.getOutputStream().write(one + 1);
                }
              } catch (IOException lost) {
                System.err.println("lost " + lost);
              }
            }
          }.start();
        } catch (IOException closed) {
          break;
        }
      }
    }
  }
}
