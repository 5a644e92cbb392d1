package cal.cli.proactive;

import cal.core.spi.ConfigurationException;
import cal.proactor.AioSettings;
import cal.proactor.Proactor;
import cal.sample.web.Main;
import cal.sample.web.http.HttpProtocol;
import cal.sample.web.net.Acceptor;
import cal.sample.web.net.Protocol;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Properties;
import java.util.stream.IntStream;

/**
 * The web server's command line over a proactor, whose settings are system properties: those of
 * {@link AioSettings}, and {@code cal.proactor.loops}, the threads of handlers. Not thread-safe.
 */
public final class ProactiveMain extends Main {
  private static final String THREADS = "cal.proactor.loops";

  /** Reads are in flight, so each client needs room. */
  private static final String USUAL_IN_FLIGHT = "4096";

  private ProactiveMain() {}

  /**
   * Serves until the process ends.
   *
   * @param arguments those of the web server
   */
  public static void main(String[] arguments) {
    int status = run(new ProactiveMain(), arguments, System.err);
    if (status != 0) {
      System.exit(status);
    }
  }

  @Override
  protected Protocol protocol() {
    Protocol protocol = super.protocol();
    if (protocol instanceof HttpProtocol http && http.tls() == null) {
      return protocol;
    }
    throw mistake("the proactive strategy serves http alone; leave --protocol and --tls out");
  }

  @Override
  protected Acceptor acceptor(InetSocketAddress address, Protocol protocol) throws IOException {
    try {
      Properties settings = new Properties();
      settings.setProperty("cal.proactor.in-flight", USUAL_IN_FLIGHT);
      settings.putAll(System.getProperties());
      int threads = threads((String) settings.remove(THREADS));
      AioSettings of = AioSettings.of(settings, "-D");
      Proactor proactor = of.open(ProactiveMain.class.getClassLoader());
      System.err.println("cal: proactive over " + proactor.remark() + ", threads=" + threads);
      IntStream inFlight = of.processors().stream().mapToInt(one -> one.inFlight());
      int clients = Math.min(of.alive(), inFlight.min().orElseThrow());
      return new ProactiveAcceptor(address, (HttpProtocol) protocol, proactor, threads, clients);
    } catch (ConfigurationException wrong) {
      throw mistake(wrong.getMessage());
    }
  }

  private int threads(String text) {
    int most = Runtime.getRuntime().availableProcessors();
    if (text == null) {
      return most;
    }
    if (!text.matches("[1-9]\\d{0,2}")) {
      throw mistake(THREADS + "=" + text + " must be 1 to 999 threads");
    }
    return Integer.parseInt(text);
  }
}
