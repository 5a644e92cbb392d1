package cal.weave.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The check finds in each line of docs/check.md the rules that its comment names, and no other. */
class PageTest {
  private static final Path PAGE = Path.of("../docs/check.md");
  private static final Pattern FENCE = Pattern.compile("(?ms)^```java\n(.*?)^```$");
  private static final Pattern LINE = Pattern.compile("(.+?) *// ((?:\\d\\.\\d ?)+|good)(.*)");
  private static final Pattern METHOD = Pattern.compile("(?:synchronized )?(?:void|boolean) .*");

  /** A statement that only callers of activities have. */
  private static final Pattern CALL = Pattern.compile(".*\\bserve\\(\\).*");

  @TempDir private Path folder;

  static List<String> lines() throws IOException {
    return FENCE
        .matcher(Files.readString(PAGE))
        .results()
        .flatMap(fence -> fence.group(1).lines())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("lines")
  void shouldFindWhatTheLineSays(String line) throws IOException {
    Matcher parts = LINE.matcher(line);
    assertThat(parts.matches()).as(line).isTrue();
    String code = parts.group(1);
    List<String> rules =
        parts.group(2).equals("good") ? List.of() : List.of(parts.group(2).strip().split(" "));
    compile(code);

    List<String> arguments = new ArrayList<>(List.of(folder.toString()));
    arguments.addAll(List.of("--spawn", "* server.Connection.serve()"));
    arguments.addAll(List.of("--hand-off", "int server.Store.store(..)"));
    arguments.addAll(List.of("--region", "void server.Server.count(int)"));
    Matcher region = Pattern.compile("--region '(.*)'").matcher(parts.group(3));
    if (region.find()) {
      arguments.addAll(List.of("--region", region.group(1)));
    }
    CommandRun run = CommandRun.of(arguments.toArray(String[]::new));

    assertThat(run.err()).isEmpty();
    assertThat(run.findings().map(finding -> finding.split(" ")[1]))
        .as(run.out())
        .containsExactlyInAnyOrderElementsOf(rules);
  }

  @Test
  void shouldShowAGoodWayBesideMostBadOnes() throws IOException {
    assertThat(lines()).filteredOn(line -> line.contains("// good")).hasSizeGreaterThan(6);
  }

  /** A server around the line: a method of it, or in the caller of an activity, or within one. */
  private void compile(String code) throws IOException {
    boolean method = METHOD.matcher(code).matches();
    boolean calls = CALL.matcher(code).matches();
    String ofServer = method && !calls ? code : "";
    if (!ofServer.contains("count(int")) {
      ofServer += " void count(int n) { total += n; }";
    }
    String within =
        !method && !calls ? code : ofServer.contains("count()") ? "server.count();" : "";
    String source =
        """
        package server;
        import java.net.ServerSocket;
        import java.net.Socket;
        interface Store { int store(int n); }
        class Input { String readLine() { return ""; } }
        class Server {
          int requests, n, total;
          Store store;
          void countRequest() { requests++; }
          java.util.Map<String, String> names = new java.util.HashMap<>();
          void register(String name) { names.put(name, name); }
          %s
        }
        class Connection {
          static final Server server = new Server();
          final int n = 1;
          final Input in = new Input();
          final Socket socket;
          Store store;
          String name;
          Connection(Socket socket) { this.socket = socket; }
          Connection(Socket socket, String name) { this.socket = socket; this.name = name; }
          void answer() {}
          void answer(String line) {}
          void serve(Socket socket) {}
          void count(int n) { server.count(n); }
          %s
        }
        class Main {
          int served;
          void accept(ServerSocket listener, Socket socket, String name) throws Exception {
            Connection connection = new Connection(socket);
            %s
          }
        }
        """
            .formatted(
                ofServer,
                method && calls
                    ? code
                    : "boolean serve() { %s count(n); return false; }".formatted(within),
                calls && !method ? code : "connection.serve();");
    Path file = Files.writeString(folder.resolve("Server.java"), source);
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", folder.toString(), file.toString());
    assertThat(status).as(source).isZero();
    Files.delete(file);
  }
}
