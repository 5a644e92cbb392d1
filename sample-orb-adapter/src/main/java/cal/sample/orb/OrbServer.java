package cal.sample.orb;

import static java.nio.charset.StandardCharsets.US_ASCII;

import cal.sample.upload.Store;
import java.util.Map;
import java.util.Properties;
import org.jacorb.orb.iiop.IIOPAddress;
import org.jacorb.orb.iiop.IIOPProfile;
import org.omg.CORBA.ORB;
import org.omg.CORBA.Policy;
import org.omg.CORBA.UserException;
import org.omg.PortableServer.IdAssignmentPolicyValue;
import org.omg.PortableServer.LifespanPolicyValue;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import org.omg.PortableServer.Servant;

/**
 * An ORB with a {@link FactorizerServant} and an {@link UploaderServant} under fixed keys, for
 * clients without a naming service: {@code corbaloc:iiop:1.2@HOST:PORT/Cal/orb/uploader}.
 * Thread-safe, as the ORB is.
 */
public final class OrbServer implements AutoCloseable {
  /** The object key of the factorizer. */
  public static final String FACTORIZER = "Cal/orb/factorizer";

  /** The object key of the uploader. */
  public static final String UPLOADER = "Cal/orb/uploader";

  /**
   * Settings with which JacORB itself serves thousands: threads that stay, longer queues, and
   * buffers no longer than their message.
   */
  public static final Map<String, String> TUNED =
      Map.of(
          "jacorb.poa.thread_pool_min", "20",
          "jacorb.poa.thread_pool_max", "20",
          "jacorb.poa.queue_max", "100000",
          "jacorb.connection.server.max_receptor_threads", "5000",
          "jacorb.buffermanager.factory", "org.jacorb.orb.NonCachingBufferManagerFactory");

  private final ORB orb;

  /**
   * Starts to listen.
   *
   * @param host a name or address of this machine
   * @param port of the server; 0 takes a free port
   * @param store where uploads go; stays the caller's
   * @param settings of JacORB, beside the settings of host and port
   * @throws UserException if the ORB refuses the objects
   */
  public OrbServer(String host, int port, Store store, Map<String, String> settings)
      throws UserException {
    Properties properties = Orbs.properties();
    properties.setProperty("jacorb.implname", "Cal");
    properties.setProperty("OAIAddr", host);
    properties.setProperty("OAPort", String.valueOf(port));
    properties.putAll(settings);
    orb = ORB.init(new String[0], properties);
    POA root = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
    POA poa = poa(root, "orb");
    activate(poa, "factorizer", new FactorizerServant());
    activate(poa, "uploader", new UploaderServant(store));
    root.the_POAManager().activate();
  }

  private static POA poa(POA root, String name) throws UserException {
    Policy[] policies = {
      root.create_lifespan_policy(LifespanPolicyValue.PERSISTENT),
      root.create_id_assignment_policy(IdAssignmentPolicyValue.USER_ID)
    };
    return root.create_POA(name, root.the_POAManager(), policies);
  }

  private static void activate(POA poa, String id, Servant servant) throws UserException {
    poa.activate_object_with_id(id.getBytes(US_ASCII), servant);
  }

  /** Returns the port listened on. */
  public int port() {
    IIOPProfile profile =
        (IIOPProfile) ((org.jacorb.orb.ORB) orb).getBasicAdapter().getEndpointProfiles().getFirst();
    return ((IIOPAddress) profile.getAddress()).getPort();
  }

  /** Waits until the ORB is shut down. */
  public void run() {
    orb.run();
  }

  /** Shuts the ORB down after the requests under way; not to be called by a servant. */
  @Override
  public void close() {
    orb.shutdown(true);
  }
}
