package cal.bench.server;

import cal.bench.process.Cores;
import cal.bench.web.WebPeer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The web servers of others: Debian packages that are used where they are installed, and JVMs.
 * Stateless.
 */
final class WebPeers {
  private static final String NGINX = "nginx";
  private static final String NGINX_COPY = "nginx-copy";
  private static final String HTTPD = "httpd-";

  /** Those that are no JVM. */
  private static final List<String> PACKAGES =
      List.of(NGINX, NGINX_COPY, HTTPD + "event", HTTPD + "worker");

  private static final String NGINX_FILE = "/usr/sbin/nginx";
  private static final String HTTPD_FILE = "/usr/sbin/apache2";
  private static final String NGINX_CONF = "nginx.conf";
  private static final String HTTPD_CONF = "httpd.conf";
  private static final String HTTPD_MODULES = "/usr/lib/apache2/modules";

  /** Those that speak TLS here. */
  private static final List<String> SECURE = List.of(NGINX, "jetty", "jetty-virtual");

  /** The default of nginx. */
  private static final Duration IDLE = Duration.ofSeconds(75);

  /** As in the NIO study, section 4.2. */
  private static final Duration IDLE_OF_HTTPD = Duration.ofSeconds(15);

  /** All of them. */
  static final List<String> ALL = Stream.concat(PACKAGES.stream(), WebPeer.NAMES.stream()).toList();

  private WebPeers() {}

  /** Whether one is a server of files, and speaks TLS where they are asked for by it. */
  static boolean serves(String name, String service) {
    return ALL.contains(name) && (!Services.isSecure(service) || SECURE.contains(name));
  }

  /** Why one cannot be started here, with the remedy. */
  static Optional<String> missing(String name) {
    if (name.startsWith(NGINX) && !Files.isExecutable(Path.of(NGINX_FILE))) {
      return Optional.of("there is no " + NGINX_FILE + "; apt-get install nginx-light");
    }
    if (name.startsWith(HTTPD) && !Files.isExecutable(Path.of(HTTPD_FILE))) {
      return Optional.of("there is no " + HTTPD_FILE + "; apt-get install apache2");
    }
    return Optional.empty();
  }

  /** How one is configured, in Markdown. */
  static String configuration(String name) {
    if (!PACKAGES.contains(name)) {
      return WebPeer.choices(name);
    }
    String file = name.startsWith(NGINX) ? NGINX_CONF : HTTPD_CONF;
    return "`%s` of the Debian package:\n\n```\n%s```".formatted(file, WebRoot.text(file));
  }

  /** The command of one for visitors, who pipeline their requests and think between them. */
  static List<String> command(
      Jvms jvms, String name, String service, int loops, List<String> flags) {
    Duration idle = name.startsWith(HTTPD) ? IDLE_OF_HTTPD : IDLE;
    return command(jvms, name, service, loops, idle, true, flags);
  }

  /**
   * The command of one for clients that ask for one file at a time.
   *
   * @param idle how long a connection may do nothing
   * @param flags of the JVM, where it is one
   */
  static List<String> patientCommand(
      Jvms jvms, String name, String service, int loops, Duration idle, List<String> flags) {
    return command(jvms, name, service, loops, idle, false, flags);
  }

  private static List<String> command(
      Jvms jvms,
      String name,
      String service,
      int loops,
      Duration idle,
      boolean pipelined,
      List<String> flags) {
    boolean secure = Services.isSecure(service);
    return PACKAGES.contains(name)
        ? installed(jvms, name, secure, idle.toSeconds(), pipelined)
        : peer(jvms, name, secure, loops, idle.toSeconds(), flags);
  }

  private static List<String> installed(
      Jvms jvms, String name, boolean secure, long idle, boolean pipelined) {
    String port = String.valueOf(WebRoot.freePort());
    Map<String, String> words =
        new HashMap<>(Map.of("port", port, "idle", String.valueOf(idle), "modules", HTTPD_MODULES));
    boolean copies = name.equals(NGINX_COPY);
    words.put("sendfile", copies ? "off" : "on");
    words.put("nopush", copies || pipelined ? "off" : "on");
    words.put("tls", secure ? tlsOfNginx() : "");
    List<String> command = new ArrayList<>(Cores.servers(jvms.cores()));
    command.addAll(List.of("sh", WebRoot.source("announced.sh").toString(), port));
    if (name.startsWith(NGINX)) {
      String file = WebRoot.configuration(NGINX_CONF, words);
      command.addAll(List.of(NGINX_FILE, "-e", "stderr", "-c", file));
    } else {
      words.put("mpm", name.substring(HTTPD.length()));
      String file = WebRoot.configuration(HTTPD_CONF, words);
      command.addAll(List.of(HTTPD_FILE, "-D", "FOREGROUND", "-f", file));
    }
    return command;
  }

  /** The words after the address to listen at. */
  private static String tlsOfNginx() {
    WebCertificate certificate = WebRoot.certificate();
    return " ssl;\n    ssl_protocols TLSv1.3;\n    ssl_certificate %s;\n    ssl_certificate_key %s"
        .formatted(certificate.chain(), certificate.key());
  }

  private static List<String> peer(
      Jvms jvms, String name, boolean secure, int loops, long idle, List<String> flags) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(WebPeer.flags(name));
    List<String> command = jvms.java(ServerCommands.CLASS_PATH, all);
    command.addAll(List.of(WebPeer.class.getName(), name, "--root", WebRoot.files().toString()));
    command.addAll(List.of("--loops", String.valueOf(loops), "--idle", String.valueOf(idle)));
    if (secure) {
      command.addAll(List.of("--tls", WebRoot.certificate().store()));
    }
    return command;
  }
}
