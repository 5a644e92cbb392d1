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

/** The web servers of others: Debian packages, if installed. Stateless. */
final class WebPeers {
  private static final String NGINX = "nginx";
  private static final String HTTPD = "httpd-";

  /** All web servers. */
  static final List<String> ALL = List.of(NGINX, HTTPD + "event", HTTPD + "worker");

  private static final String NGINX_FILE = "/usr/sbin/nginx";
  private static final String HTTPD_FILE = "/usr/sbin/apache2";
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
    if (name.equals(NGINX) && !Files.isExecutable(Path.of(NGINX_FILE))) {
      return Optional.of("there is no " + NGINX_FILE + "; apt-get install nginx-light");
    }
    if (name.startsWith(HTTPD) && !Files.isExecutable(Path.of(HTTPD_FILE))) {
      return Optional.of("there is no " + HTTPD_FILE + "; apt-get install apache2");
    }
    return Optional.empty();
  }

  /** The configuration of a server, in Markdown. */
  static String configuration(String name) {
    String file = name.equals(NGINX) ? NGINX_CONF : HTTPD_CONF;
    return "`%s` of the Debian package:\n\n```\n%s```".formatted(file, WebRoot.text(file));
  }

  /** The command of a server for visitors with pipelined requests and think times. */
  static List<String> command(Jvms jvms, String name) {
    return command(jvms, name, name.equals(NGINX) ? IDLE : IDLE_OF_HTTPD, true);
  }

  /**
   * The command of a server for clients with a single file at a time.
   *
   * @param idle the longest idle time of a connection
   */
  static List<String> patientCommand(Jvms jvms, String name, Duration idle) {
    return command(jvms, name, idle, false);
  }

  private static List<String> command(Jvms jvms, String name, Duration idle, boolean pipelined) {
    String port = String.valueOf(WebRoot.freePort());
    Map<String, String> words = new HashMap<>(Map.of("port", port, "modules", HTTPD_MODULES));
    words.put("idle", String.valueOf(idle.toSeconds()));
    words.put("nopush", pipelined ? "off" : "on");
    List<String> command = new ArrayList<>(Cores.servers(jvms.cores()));
    command.addAll(List.of("sh", WebRoot.source("announced.sh").toString(), port));
    if (name.equals(NGINX)) {
      String file = WebRoot.configuration(NGINX_CONF, words);
      command.addAll(List.of(NGINX_FILE, "-e", "stderr", "-c", file));
    } else {
      words.put("mpm", name.substring(HTTPD.length()));
      String file = WebRoot.configuration(HTTPD_CONF, words);
      command.addAll(List.of(HTTPD_FILE, "-D", "FOREGROUND", "-f", file));
    }
    return command;
  }
}
