package cal.simulation.internal.program;

import cal.simulation.internal.jdk.Beans;
import cal.simulation.internal.jdk.Defaults;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.Thread.UncaughtExceptionHandler;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.ResponseCache;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;

/**
 * State of the process that a run may leave behind, for it is not of a class of the seed: system
 * properties and streams, beans, defaults of the JDK, handlers of logs. Not thread-safe.
 */
public final class ProcessState {
  private final Properties properties = (Properties) System.getProperties().clone();
  private final InputStream in = System.in;
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
  private final Locale locale = Locale.getDefault();
  private final Locale shown = Locale.getDefault(Locale.Category.DISPLAY);
  private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
  private final TimeZone zone = TimeZone.getDefault();
  private final Defaults defaults = new Defaults();
  private final ProxySelector proxies = ProxySelector.getDefault();
  private final Authenticator authenticator = Authenticator.getDefault();
  private final CookieHandler cookies = CookieHandler.getDefault();
  private final ResponseCache responses = ResponseCache.getDefault();
  private final LogState logs = new LogState();
  private final Beans beans = new Beans();

  /** The state now. */
  public ProcessState() {}

  /** Puts the state back. Calls no code of a program. */
  public void restore() {
    System.setProperties(properties);
    System.setIn(in);
    System.setOut(out);
    System.setErr(err);
    Thread.setDefaultUncaughtExceptionHandler(handler);
    Locale.setDefault(locale);
    Locale.setDefault(Locale.Category.DISPLAY, shown);
    Locale.setDefault(Locale.Category.FORMAT, format);
    TimeZone.setDefault(zone);
    ProxySelector.setDefault(proxies);
    Authenticator.setDefault(authenticator);
    CookieHandler.setDefault(cookies);
    ResponseCache.setDefault(responses);
    defaults.restore();
    logs.restore();
    beans.restore();
  }
}
