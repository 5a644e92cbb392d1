package cal.core.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.AjcProject;
import cal.core.contract.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sockets of a woven server, in its own JVM: the JDK's, or those that its model offers. */
class SocketSeamTest {
  private static final String MAIN =
      """
      package app;
      import java.io.*;
      import java.net.*;
      import java.nio.channels.*;
      import javax.net.*;
      public class Main {
        public static void main(String[] args) throws Exception {
          try (ServerSocket peer = new ServerSocket(0)) {
            int port = peer.getLocalPort();
            InetAddress local = InetAddress.getLoopbackAddress();
            say("unbound", new ServerSocket());
            say("backlog", new ServerSocket(0, 7));
            say("address", new ServerSocket(0, 7, local));
            say("factory", ServerSocketFactory.getDefault().createServerSocket(0));
            say("sub-class", new ServerSocket() {});
            say("other factory", new Other().createServerSocket(0));
            say("unconnected", new Socket());
            say("direct", new Socket(Proxy.NO_PROXY));
            say("proxy", new Socket(new Proxy(Proxy.Type.SOCKS, new InetSocketAddress(local, 1))));
            say("client", new Socket("localhost", port));
            say("by name", new Socket((String) null, port));
            say("by address", new Socket(local, port));
            say("from", new Socket(local, port, local, 0));
            say("stream", stream(port));
            say("client factory", SocketFactory.getDefault().createSocket());
            say("connected factory", SocketFactory.getDefault().createSocket(local, port));
            InputStream three = new ByteArrayInputStream(new byte[3]);
            System.out.println("transferred " + three.transferTo(new ByteArrayOutputStream()));
            System.out.println("transferred " + new FileInputStream(args[0]).transferTo(System.out));
            FileChannel file = new FileInputStream(args[0]).getChannel();
            System.out.println("part " + file.transferTo(1, 2, Channels.newChannel(System.out)));
            System.out.println("part " + file.transferTo(1, 2, Channels.newChannel(new ByteArrayOutputStream())));
            FileOutputStream none = new FileOutputStream("/dev/null");
            System.out.println("file " + (Channels.newChannel(none) == none.getChannel()));
            try { new Socket((InetAddress) null, port); }
            catch (NullPointerException e) { System.out.println("refused"); }
            say("listener", peer);
          }
          if (args.length > 1) more(args[1]);
          System.exit(0);
        }
        static void more(String what) throws Exception {
          switch (what) {
            case "names" -> {
              InetAddress unnamed = InetAddress.getByName("127.0.0.1");
              System.out.println("no lookup: " + new InetSocketAddress("::1", 80).getPort());
              System.out.println(new InetSocketAddress("localhost", 80).getPort());
              System.out.println(InetAddress.getByName("localhost").isLoopbackAddress());
              System.out.println(InetAddress.getAllByName("localhost").length > 0);
              System.out.println(InetAddress.getLocalHost() != null);
              System.out.println(unnamed.getHostName() != null);
              System.out.println("no lookup: " + (unnamed.getHostName() != null));
              System.out.println(unnamed.getCanonicalHostName() != null);
              System.out.println(new InetSocketAddress("127.0.0.1", 1).getHostName() != null);
              try { InetAddress.getByName("a name with blanks"); }
              catch (UnknownHostException e) { System.out.println("unknown"); }
            }
            case "selector" -> selector();
            default -> {
              try (Accepting own = new Accepting(); Socket peer = new Socket("127.0.0.1", own.getLocalPort())) {
                try (Socket accepted = own.accept()) {
                  peer.getOutputStream().write(7);
                  System.out.println("accepted " + accepted.getInputStream().read());
                }
              }
            }
          }
        }
        static void selector() throws Exception {
          try (ServerSocket proxied = new ServerSocket(0); ServerSocket proxy = new ServerSocket(0)) {
            ProxySelector.setDefault(new ProxySelector() {
              public java.util.List<Proxy> select(URI uri) {
                return java.util.List.of(uri.toString().equals("socket://127.0.0.1:" + proxied.getLocalPort())
                    ? new Proxy(Proxy.Type.SOCKS, proxy.getLocalSocketAddress()) : Proxy.NO_PROXY);
              }
              public void connectFailed(URI uri, SocketAddress address, IOException e) {}
            });
            say("elsewhere", new Socket("127.0.0.1", proxy.getLocalPort()));
            proxy.accept().close();
            Thread asked = Thread.startVirtualThread(() -> {
              try (Socket client = proxy.accept()) {
                System.out.println("the proxy is asked by version " + client.getInputStream().read());
              } catch (IOException e) { e.printStackTrace(); }
            });
            try { new Socket("127.0.0.1", proxied.getLocalPort()); }
            catch (SocketException e) { System.out.println("the proxy says nothing"); }
            asked.join();
            say("unconnected", new Socket());
          }
        }
        @SuppressWarnings("removal")
        static Socket stream(int port) throws IOException { return new Socket("localhost", port, true); }
        static void say(String what, Closeable socket) throws IOException {
          System.out.println(what + ": " + socket.toString().replaceFirst("Socket\\\\[.*", "Socket"));
          socket.close();
        }
      }
      class Accepting extends ServerSocket {
        Accepting() throws IOException { super(0); }
        public Socket accept() throws IOException {
          Socket accepted = new Socket();
          implAccept(accepted);
          return accepted;
        }
      }
      class Other extends ServerSocketFactory {
        public ServerSocket createServerSocket(int port) throws IOException {
          return new ServerSocket() {};
        }
        public ServerSocket createServerSocket(int port, int backlog) { return null; }
        public ServerSocket createServerSocket(int port, int backlog, InetAddress a) { return null; }
      }
      class Server { static boolean step() { return false; } void run() { step(); } }
      """;

  private static final String BINDING =
      """
      package app;
      import cal.core.*;
      aspect ServerActivities extends ActivityCapture {
        protected pointcut captureOnInvocation(): call(boolean Server.step());
      }
      """;

  private Path folder;
  private AjcProject project;

  @BeforeEach
  void startProject(@TempDir Path ofThisTest) {
    folder = ofThisTest;
    project = new AjcProject(folder).source("app/Main.java", MAIN);
    project.source("app/ServerActivities.aj", BINDING);
  }

  private List<String> run(String... options) {
    return runWith("", options);
  }

  private List<String> runWith(String more, String... options) {
    String source = folder.resolve("src/app/Main.java").toString();
    ChildJvm.Outcome outcome =
        more.isEmpty()
            ? project.run("app.Main", List.of(options), source)
            : project.run("app.Main", List.of(options), source, more);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return outcome.out().lines().toList();
  }

  @Test
  void shouldTakeTheModelsSocketsFromTheVeryFirst() {
    project.build();
    assertThat(run("-Dcal.model=test-loop"))
        .containsExactly(
            "unbound: LoopServerSocket",
            "backlog: LoopServerSocket",
            "address: LoopServerSocket",
            "factory: LoopServerSocket with its own backlog",
            "sub-class: ServerSocket",
            "other factory: ServerSocket",
            "unconnected: LoopSocket",
            "direct: LoopSocket",
            "proxy: Socket",
            "looked up, client: LoopSocket",
            "by name: LoopSocket",
            "by address: LoopSocket",
            "from: LoopSocket",
            "looked up, stream: LoopSocket",
            "client factory: LoopSocket",
            "connected factory: LoopSocket",
            "transferred 3",
            "transferred -" + MAIN.length(),
            "part -3",
            "part 2",
            "file true",
            "refused",
            "listener: LoopServerSocket with its own backlog");
  }

  @Test
  void shouldLeaveTheJdksSocketsToOtherModels() {
    project.build();
    assertThat(run("-Dcal.model=sequential")).noneMatch(line -> line.contains("LoopS"));
  }

  @Test
  void shouldLeaveClientsToTheJdkWhereAProxyIsToBeAsked() {
    project.build();
    assertThat(run("-Dcal.model=test-loop", "-DsocksProxyHost=localhost", "-DsocksNonProxyHosts=*"))
        .contains("listener: LoopServerSocket with its own backlog", "direct: LoopSocket")
        .contains("unconnected: Socket", "looked up, client: LoopSocket", "client factory: Socket");
  }

  /** One build for all three. */
  @Test
  void shouldAskAProxySelectorAndLookNamesUpElsewhereAndAcceptWithItsOwnSockets() {
    project.build();
    assertThat(runWith("selector", "-Dcal.model=test-loop"))
        .contains("elsewhere: LoopSocket")
        .contains("the proxy is asked by version 5", "the proxy says nothing")
        .endsWith("unconnected: Socket");
    List<String> names = runWith("names", "-Dcal.model=test-loop");
    assertThat(names.subList(names.size() - 10, names.size()))
        .containsExactly(
            "no lookup: 80",
            "looked up, 80",
            "looked up, true",
            "looked up, true",
            "looked up, true",
            "looked up, true",
            "no lookup: true",
            "looked up, true",
            "looked up, true",
            "looked up, unknown");
    assertThat(runWith("accept", "-Dcal.model=test-loop")).endsWith("accepted 7");
  }

  @Test
  void shouldLeaveTheJdksSocketsToCodeWithoutARecord() {
    assertThat(project.weave()).isEmpty();
    assertThat(run("-Dcal.model=test-loop")).noneMatch(line -> line.contains("LoopS"));
  }

  @Test
  void shouldSayWhatIsWrongBeforeTheFirstSocket() {
    ChildJvm.Outcome outcome = project.build().run("app.Main", List.of("-Dcal.model=test-lop"));
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains("did you mean test-loop?");
  }
}
