package cal.bench.server;

import cal.bench.process.Cores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The web servers of others: Debian packages, if installed. Stateless. */
final class WebPeers {
  private static final String NGINX = "nginx";
  private static final String HTTPD = "httpd-";
  private static final String APACHE = "apache2";

  /** All web servers. */
  static final List<String> ALL = List.of(NGINX, HTTPD + "event", HTTPD + "worker");

  /** Hundreds of threads, a process each; as many as fit into the memory of a small machine. */
  private static final String PROCESSES = "processes";

  private static final String PROCESSES_UNLESS_SET = "10";
  private static final String NGINX_CONF = "nginx.conf";
  private static final String HTTPD_CONF = "httpd.conf";
  private static final String HTTPD_MODULES = "/usr/lib/apache2/modules";

  /** The default of nginx. */
  private static final Duration IDLE = Duration.ofSeconds(75);

  /** As in the NIO study, section 4.2. */
  private static final Duration IDLE_OF_HTTPD = Duration.ofSeconds(15);

  private WebPeers() {}

  /** Why a server cannot be started here, with the remedy. */
  static Optional<String> missing(String name) {
    String program = name.equals(NGINX) ? NGINX : APACHE;
    return ALL.contains(name) && !Files.isExecutable(file(program))
        ? Optional.of("there is no " + file(program) + "; apt-get install " + program)
        : Optional.empty();
  }

  private static Path file(String program) {
    return Path.of(System.getProperty("bench.sbin", "/usr/sbin"), program);
  }

  /** Why a server cannot have some settings, with the remedy; null if it can. */
  static String mistake(String name, Map<String, String> settings) {
    boolean right =
        name.startsWith(HTTPD)
            && settings.keySet().equals(Set.of(PROCESSES))
            && settings.get(PROCESSES).matches("[1-9]\\d?");
    return settings.isEmpty() || right
        ? null
        : "%s has no settings %s; write set: {processes: 5} for 500 threads of httpd, up to 99"
            .formatted(name, settings);
  }

  /** The configuration of a server, in Markdown. */
  static String configuration(String name) {
    String file = name.equals(NGINX) ? NGINX_CONF : HTTPD_CONF;
    return "`%s` of the Debian package:\n\n```\n%s```".formatted(file, WebRoot.text(file));
  }

  /** The command of a server for visitors with pipelined requests and think times. */
  static List<String> command(Jvms jvms, NamedServer server) {
    return command(jvms, server, server.runs().equals(NGINX) ? IDLE : IDLE_OF_HTTPD, true);
  }

  /**
   * The command of a server for clients with a single file at a time.
   *
   * @param idle the longest idle time of a connection
   */
  static List<String> patientCommand(Jvms jvms, NamedServer server, Duration idle) {
    return command(jvms, server, idle, false);
  }

  private static List<String> command(
      Jvms jvms, NamedServer server, Duration idle, boolean pipelined) {
    String port = String.valueOf(WebRoot.freePort());
    Map<String, String> words = new HashMap<>(Map.of("port", port, "modules", HTTPD_MODULES));
    words.put("idle", String.valueOf(idle.toSeconds()));
    words.put("nopush", pipelined ? "off" : "on");
    List<String> command = new ArrayList<>(Cores.servers(jvms.cores()));
    command.addAll(List.of("sh", WebRoot.source("announced.sh").toString(), port));
    if (server.runs().equals(NGINX)) {
      String file = WebRoot.configuration(NGINX_CONF, words);
      command.addAll(List.of(file(NGINX).toString(), "-e", "stderr", "-c", file));
    } else {
      words.put("mpm", server.runs().substring(HTTPD.length()));
      words.put(PROCESSES, server.settings().getOrDefault(PROCESSES, PROCESSES_UNLESS_SET));
      String file = WebRoot.configuration(HTTPD_CONF, words);
      command.addAll(List.of(file(APACHE).toString(), "-D", "FOREGROUND", "-f", file));
    }
    return command;
  }
}
