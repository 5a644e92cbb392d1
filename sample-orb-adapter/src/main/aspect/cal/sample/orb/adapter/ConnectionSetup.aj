package cal.sample.orb.adapter;

import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jacorb.config.JacORBConfiguration;
import org.jacorb.orb.iiop.ServerIIOPConnection;

/**
 * Makes a connection for less: short sessions pay with each request. Privileged: settings
 * are private. Without state.
 */
privileged aspect ConnectionSetup {
  /** The bytes gathered before a send; JacORB writes a message in a single piece. */
  private static final int GATHERED = 512;

  BufferedOutputStream around(OutputStream out):
      call(BufferedOutputStream.new(OutputStream)) && within(ServerIIOPConnection) && args(out) {
    return new BufferedOutputStream(out, GATHERED);
  }

  /** An unset list is found empty by an exception, for each connection. */
  List<String> around(JacORBConfiguration settings, String name):
      execution(List<String> JacORBConfiguration.getAttributeList(String))
          && this(settings) && args(name) {
    return isSet(settings, name) ? proceed(settings, name) : new ArrayList<String>();
  }

  private static boolean isSet(JacORBConfiguration settings, String name) {
    return settings.stringAttributes.containsKey(name);
  }
}
