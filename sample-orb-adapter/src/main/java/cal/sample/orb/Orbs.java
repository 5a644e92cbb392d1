package cal.sample.orb;

import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The properties with which servers and clients start an ORB. Stateless. */
final class Orbs {
  /** JacORB logs progress at level INFO; only troubles are of interest. */
  private static final Logger LOG = Logger.getLogger("org.jacorb");

  private Orbs() {}

  /** Properties for {@code ORB.init}, which the caller may add to. */
  static Properties properties() {
    LOG.setLevel(Level.SEVERE);
    Properties properties = new Properties();
    properties.setProperty("org.omg.CORBA.ORBClass", "org.jacorb.orb.ORB");
    properties.setProperty("org.omg.CORBA.ORBSingletonClass", "org.jacorb.orb.ORBSingleton");
    properties.setProperty("jacorb.orb.print_version", "off");
    return properties;
  }
}
