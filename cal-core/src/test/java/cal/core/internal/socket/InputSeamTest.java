package cal.core.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.AjcProject;
import cal.core.contract.ChildJvm;
import cal.core.contract.ThreadsModel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The reads of a woven server, while it drains. */
@Timeout(240)
class InputSeamTest {
  private static final String SERVER =
      """
      package app;
      import cal.core.CalRuntime;
      import java.io.IOException;
      import java.io.InputStream;
      import java.net.SocketTimeoutException;
      import java.util.concurrent.CountDownLatch;
      import java.util.concurrent.TimeUnit;
      public class Server {
        static final CountDownLatch WAIT = new CountDownLatch(3);
        public static void main(String[] args) throws Exception {
          new Connection("direct").answer();
          new Connection("handed off").answerByReader();
          new Connection("patient").answerPatiently();
          if (!WAIT.await(60, TimeUnit.SECONDS)) throw new IllegalStateException("none waits");
          System.out.println(CalRuntime.current().get().shutdown());
        }
      }
      /** A request comes in the moment in which it is closed. */
      class Line extends InputStream {
        private final CountDownLatch closed = new CountDownLatch(1);
        private boolean timesOut;
        Line(boolean timesOut) { this.timesOut = timesOut; }
        public int read() throws IOException {
          if (timesOut) {
            timesOut = false;
            throw new SocketTimeoutException("Read timed out");
          }
          Server.WAIT.countDown();
          try {
            if (!closed.await(60, TimeUnit.SECONDS)) throw new IOException("never closed");
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
          return 'x';
        }
        public void close() { closed.countDown(); }
      }
      class Connection implements AutoCloseable {
        private final InputStream in;
        private final String name;
        Connection(String name) {
          this.name = name;
          in = new Line(name.equals("patient"));
        }
        void answer() {
          try {
            System.out.println(name + " begins " + in.read());
          } catch (IOException e) {
            System.out.println(name + ": " + e.getMessage());
          }
        }
        void answerByReader() {
          try {
            System.out.println(name + " begins " + readRequest());
          } catch (IOException e) {
            System.out.println(name + ": " + e.getMessage());
          }
        }
        void answerPatiently() {
          boolean more = true;
          while (more) {
            try {
              System.out.println(name + " begins " + in.read());
              more = false;
            } catch (SocketTimeoutException again) {
              more = true;
            } catch (IOException e) {
              System.out.println(name + ": " + e.getMessage());
              more = false;
            }
          }
        }
        int readRequest() throws IOException { return in.read(); }
        public void close() throws IOException { in.close(); }
      }
      """;

  private static final String BINDING =
      """
      package app;
      import cal.core.*;
      aspect Activities {
        static aspect Connections extends ActivityCapture {
          protected pointcut captureOnInvocation(): call(void app.Connection.answer*());
        }
        static aspect Reader extends ActivityCapture {
          protected pointcut captureHandOff(): call(int app.Connection.readRequest());
        }
      }
      """;

  @Test
  void shouldCloseIdleActivitiesWhichThenBeginNothing(@TempDir Path folder) {
    ChildJvm.Outcome outcome =
        new AjcProject(folder)
            .source("app/Server.java", SERVER)
            .source("app/Activities.aj", BINDING)
            .build()
            .run(
                "app.Server",
                List.of(
                    "-Dcal.model=" + ThreadsModel.PLATFORM,
                    "-Dcal.stage.reader.model=" + ThreadsModel.VIRTUAL));
    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(outcome.out().lines())
        .containsExactlyInAnyOrder(
            "direct: closed by CAL before this request had begun",
            "patient: closed by CAL before this request had begun",
            "handed off: closed by CAL before this request had begun",
            "[]");
  }

  private static final String READERS =
      """
      package app;
      import cal.core.internal.activity.AttachedThread;
      import cal.core.internal.stage.OpenStage;
      import java.io.*;
      import java.net.*;
      import java.util.concurrent.*;
      public class Server {
        static final CountDownLatch HEARD = new CountDownLatch(1);
        static final BlockingQueue<OpenStage> STAGES = new LinkedBlockingQueue<>();
        static final BlockingQueue<String> ENDS = new LinkedBlockingQueue<>();
        public static void main(String[] args) throws Exception {
          ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
          Socket slow = connect(listener, "slow");
          slow.getOutputStream().write("half a ".getBytes());
          if (!HEARD.await(60, TimeUnit.SECONDS)) throw new IllegalStateException("not heard");
          Socket asking = new Socket(listener.getInetAddress(), listener.getLocalPort());
          Socket other = listener.accept();
          new Connection("asking", asking).answer();
          Socket silent = connect(listener, "silent");
          OpenStage stage = STAGES.poll(60, TimeUnit.SECONDS);
          String end = null;
          while (end == null) {
            stage.upkeep().atSilent(System.nanoTime() + TimeUnit.MINUTES.toNanos(2));
            end = ENDS.poll(10, TimeUnit.MILLISECONDS);
          }
          System.out.println(end);
          slow.getOutputStream().write("line\\n".getBytes());
          System.out.println(ENDS.poll(60, TimeUnit.SECONDS));
          other.getOutputStream().write("found\\n".getBytes());
          System.out.println(ENDS.poll(60, TimeUnit.SECONDS));
          System.out.println(new Own().getInputStream().own());
          listener.close();
        }
        private static Socket connect(ServerSocket listener, String name) throws IOException {
          Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
          new Connection(name, listener.accept()).answer();
          return client;
        }
      }
      /** A socket with a stream of its own, which throws nothing. */
      class Own extends Socket {
        static class Stream extends FilterInputStream {
          Stream() { super(InputStream.nullInputStream()); }
          String own() { return "own"; }
        }
        public Stream getInputStream() { return new Stream(); }
      }
      /** Tells the test of bytes, by calls that are not woven. */
      class Told extends FilterInputStream {
        Told(InputStream in) { super(in); }
        public int read(byte[] into, int offset, int length) throws IOException {
          int count = super.read(into, offset, length);
          Server.HEARD.countDown();
          return count;
        }
      }
      class Connection implements AutoCloseable {
        private final String name;
        private final Socket socket;
        Connection(String name, Socket socket) {
          this.name = name;
          this.socket = socket;
        }
        void answer() {
          Server.STAGES.add((OpenStage) AttachedThread.currentActivity().stage());
          try {
            InputStream in = new Told(socket.getInputStream());
            Server.ENDS.add(name + ": " + new BufferedReader(new InputStreamReader(in)).readLine());
          } catch (IOException e) {
            Server.ENDS.add(name + " is closed");
          }
        }
        public void close() throws IOException { socket.close(); }
      }
      """;

  @Test
  void shouldNotTakeALineThatComesSlowlyForSilence(@TempDir Path folder) {
    ChildJvm.Outcome outcome =
        new AjcProject(folder)
            .source("app/Server.java", READERS)
            .source(
                "app/Activities.aj",
                """
                package app;
                aspect Activities extends cal.core.ActivityCapture {
                  protected pointcut captureOnInvocation(): call(void app.Connection.answer());
                }
                """)
            .build()
            .run(
                "app.Server",
                List.of("-Dcal.model=" + ThreadsModel.PLATFORM, "-Dcal.idle-timeout=1m"));
    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(outcome.out().lines())
        .containsExactly("silent is closed", "slow: half a line", "asking: found", "own");
  }
}
