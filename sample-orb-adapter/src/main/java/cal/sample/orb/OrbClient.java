package cal.sample.orb;

import cal.sample.orb.idl.Factorizer;
import cal.sample.orb.idl.FactorizerHelper;
import cal.sample.orb.idl.Uploader;
import cal.sample.orb.idl.UploaderHelper;
import java.util.Map;
import java.util.Properties;
import org.omg.CORBA.ORB;

/** A client's ORB, and the objects of a server. Thread-safe, as the ORB is. */
public final class OrbClient implements AutoCloseable {
  private final ORB orb;
  private final String server;

  /**
   * Starts the ORB; the first call connects.
   *
   * @param host of the server
   * @param port of the server
   * @param settings of JacORB
   */
  public OrbClient(String host, int port, Map<String, String> settings) {
    Properties properties = Orbs.properties();
    properties.putAll(settings);
    orb = ORB.init(new String[0], properties);
    server = "corbaloc:iiop:1.2@" + host + ":" + port + "/";
  }

  /** Returns the server's factorizer. */
  public Factorizer factorizer() {
    return FactorizerHelper.unchecked_narrow(object(OrbServer.FACTORIZER));
  }

  /** Returns the server's uploader. */
  public Uploader uploader() {
    return UploaderHelper.unchecked_narrow(object(OrbServer.UPLOADER));
  }

  /**
   * Refers to an object of the server, which need not exist.
   *
   * @param key the object key
   * @return the reference
   */
  public org.omg.CORBA.Object object(String key) {
    return orb.string_to_object(server + key);
  }

  /** Closes the connections. */
  @Override
  public void close() {
    orb.shutdown(true);
    orb.destroy();
  }
}
