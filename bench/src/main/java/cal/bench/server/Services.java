package cal.bench.server;

import cal.bench.adopted.AdoptedServer;
import cal.bench.experiment.Parameters;
import cal.cli.load.exchange.WebFiles;
import cal.cli.load.exchange.Workload;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The services that clients ask for, as the files of experiments name them: {@code factor}, {@code
 * upload-64}, {@code upload-80k}, and {@code upload-512x3}, three frames at once; with {@code orb-}
 * before it, the ORB's objects, and {@code orb-mixed}, both; {@code web-mix}, {@code web-500},
 * {@code web-5k}, files, and {@code web-visits}, groups of them; the programs of {@link
 * AdoptedServer}. Stateless.
 */
public final class Services {
  /** The one that computes. */
  public static final String FACTOR = "factor";

  private static final Pattern UPLOAD = Pattern.compile("upload-(\\d{1,7})(k?)(?:x([1-9]))?");
  private static final String ORB = "orb-";
  private static final String MIXED = "mixed";
  private static final String WEB = "web-";
  private static final String VISITS = WEB + "visits";

  private Services() {}

  /** Whether a service is one of the ORB's objects. */
  public static boolean isOrb(String service) {
    return service.startsWith(ORB);
  }

  /** Whether a service is files of a web server. */
  public static boolean isWeb(String service) {
    return service.startsWith(WEB);
  }

  /** Whether a service is that of a program which nobody here wrote. */
  public static boolean isAdopted(String service) {
    return AdoptedServer.words().contains(service);
  }

  /** Which of the sample's protocols a service speaks. */
  public static String protocol(String service) {
    return service.equals(FACTOR) ? FACTOR : "upload";
  }

  /** A service of a file, that all of some servers serve. */
  public static String of(
      Parameters parameters, String key, String service, List<NamedServer> servers) {
    try {
      if (!isAdopted(service)) {
        workload(service);
      }
    } catch (IllegalArgumentException mistake) {
      throw parameters.mistake(key, mistake.getMessage());
    }
    for (NamedServer server : servers) {
      if (!server.serves(service)) {
        throw parameters.mistake(
            "servers", server.name() + " does not serve " + service + "; name another server");
      }
    }
    return service;
  }

  /**
   * The requests of a service.
   *
   * @throws IllegalArgumentException if there is no such service, in a sentence that begins with it
   */
  public static Workload workload(String service) {
    if (isWeb(service)) {
      return web(service);
    }
    boolean orb = isOrb(service);
    String request = orb ? service.substring(ORB.length()) : service;
    if (request.equals(FACTOR)) {
      return orb ? Workload.orbFactor() : Workload.factor();
    }
    if (orb && request.equals(MIXED)) {
      return Workload.orbMixed();
    }
    Matcher upload = UPLOAD.matcher(request);
    if (!upload.matches()) {
      throw new IllegalArgumentException(
          service + " is neither factor nor like upload-64, upload-80k or web-mix");
    }
    long size = Long.parseLong(upload.group(1)) * (upload.group(2).isEmpty() ? 1 : 1024);
    if (size > Workload.MAX_SIZE) {
      throw new IllegalArgumentException(
          "%s: size=%d must be 0 to %d bytes".formatted(service, size, Workload.MAX_SIZE));
    }
    if (upload.group(3) != null && !orb) {
      return Workload.uploads((int) size, Integer.parseInt(upload.group(3)));
    }
    return orb ? Workload.orbUpload((int) size) : Workload.upload((int) size);
  }

  private static Workload web(String service) {
    if (service.equals(VISITS)) {
      return Workload.visits();
    }
    WebFiles files = WebFiles.of(service.substring(WEB.length()));
    if (files == null) {
      throw new IllegalArgumentException(
          service + " is none of web-visits, web-mix, web-500, web-5k, web-50k, web-500k, web-5m");
    }
    return Workload.web(files);
  }
}
