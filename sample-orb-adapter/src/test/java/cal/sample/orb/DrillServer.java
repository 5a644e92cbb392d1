package cal.sample.orb;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.TreeMap;
import org.jacorb.orb.iiop.IIOPAddress;
import org.jacorb.orb.iiop.IIOPProfile;
import org.omg.CORBA.LocalObject;
import org.omg.CORBA.ORB;
import org.omg.CORBA.Policy;
import org.omg.CORBA.UserException;
import org.omg.PortableServer.IdAssignmentPolicyValue;
import org.omg.PortableServer.LifespanPolicyValue;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import org.omg.PortableServer.POAManager;
import org.omg.PortableServer.RequestProcessingPolicyValue;
import org.omg.PortableServer.Servant;
import org.omg.PortableServer.ServantActivator;
import org.omg.PortableServer.ServantLocator;
import org.omg.PortableServer.ServantLocatorPackage.CookieHolder;
import org.omg.PortableServer.ServantRetentionPolicyValue;
import org.omg.PortableServer.ThreadPolicyValue;
import org.omg.SSLIOP.SSL;
import org.omg.SSLIOP.SSLHelper;
import org.omg.SSLIOP.TAG_SSL_SEC_TRANS;

/**
 * A server with POAs of every kind, {@code Drill/POA/desk}, and an interceptor; told by lines on
 * its standard input what to do with them. Arguments are settings of JacORB.
 */
public final class DrillServer {
  private final ORB orb;
  private final POA root;
  private final Map<String, POA> poas = new TreeMap<>();

  private DrillServer(Properties properties) throws UserException {
    orb = ORB.init(new String[0], properties);
    root = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
    root.the_POAManager().activate();
    activate(poa("plain"), new Desk(orb));
    activate(poa("gated"), new Desk(orb));
    activate(poa("overtaken"), new Desk(orb));
    activate(poa("doomed"), new Desk(orb));
    activate(
        poa("single", root.create_thread_policy(ThreadPolicyValue.SINGLE_THREAD_MODEL)),
        new Desk(orb));
    Policy managed =
        root.create_request_processing_policy(RequestProcessingPolicyValue.USE_SERVANT_MANAGER);
    poa("activated", managed).set_servant_manager(new Activator());
    poa(
            "located",
            managed,
            root.create_servant_retention_policy(ServantRetentionPolicyValue.NON_RETAIN))
        .set_servant_manager(new Locator());
    poas.get("plain")
        .activate_object_with_id(
            "uploader".getBytes(US_ASCII), new UploaderServant(new CountedStore()));
  }

  /** Starts, prints {@code listening on HOST:PORT}, and does what it is told. */
  public static void main(String[] arguments)
      throws UserException, IOException, InterruptedException {
    Properties properties = Orbs.properties();
    properties.setProperty("jacorb.implname", "Drill");
    properties.setProperty("OAIAddr", "127.0.0.1");
    SlotInterceptor.configure(properties);
    for (String argument : arguments) {
      String[] setting = argument.split("=", 2);
      properties.setProperty(setting[0], setting[1]);
    }
    DrillServer server = new DrillServer(properties);
    System.out.println("reference " + server.reference());
    server.tlsPort().ifPresent(port -> System.out.println("tls " + port));
    System.out.println("listening on 127.0.0.1:" + server.port());
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        server.command(line.split(" ", -1));
        System.out.println("done " + line);
      }
    }
  }

  private void command(String[] words) throws UserException, InterruptedException {
    switch (words[0]) {
      case "begun" -> Desk.awaitBegun();
      case "go" -> Desk.latch(words[1]).countDown();
      case "hold" -> manager(words).hold_requests(isToSettle(words));
      case "discard" -> manager(words).discard_requests(isToSettle(words));
      case "overtake" -> overtake(poas.get(words[1]));
      case "deactivate" -> manager(words).deactivate(false, true);
      case "activate" -> manager(words).activate();
      case "destroy" -> poas.get(words[1]).destroy(true, true);
      case "shutdown" -> shutDown();
      default -> throw new IllegalArgumentException(words[0]);
    }
  }

  /** Whether to wait until POAs have been told. */
  private static boolean isToSettle(String[] words) {
    return words.length > 2 && words[2].equals("settled");
  }

  /** Holds and activates a POA, which is told so in the other order. */
  private static void overtake(POA poa) throws UserException {
    Overtaking overtaking = new Overtaking();
    ((org.jacorb.poa.POA) poa)._addPOAEventListener(overtaking);
    poa.the_POAManager().hold_requests(false);
    poa.the_POAManager().activate();
    overtaking.await();
    ((org.jacorb.poa.POA) poa)._removePOAEventListener(overtaking);
  }

  /** On a thread of its own, so that it can be told more meanwhile. */
  private void shutDown() {
    Thread.ofPlatform()
        .start(
            () -> {
              orb.shutdown(true);
              System.out.println("ended");
            });
  }

  private POAManager manager(String[] words) {
    return poas.get(words[1]).the_POAManager();
  }

  private String reference() throws UserException {
    return orb.object_to_string(poas.get("plain").id_to_reference("desk".getBytes(US_ASCII)));
  }

  private IIOPProfile profile() {
    return (IIOPProfile)
        ((org.jacorb.orb.ORB) orb).getBasicAdapter().getEndpointProfiles().getFirst();
  }

  private int port() {
    return ((IIOPAddress) profile().getAddress()).getPort();
  }

  private OptionalInt tlsPort() {
    SSL tls = (SSL) profile().getComponent(TAG_SSL_SEC_TRANS.value, SSLHelper.class);
    return tls == null ? OptionalInt.empty() : OptionalInt.of(Short.toUnsignedInt(tls.port));
  }

  private POA poa(String name, Policy... more) throws UserException {
    List<Policy> policies = new ArrayList<>(List.of(more));
    policies.add(root.create_lifespan_policy(LifespanPolicyValue.PERSISTENT));
    policies.add(root.create_id_assignment_policy(IdAssignmentPolicyValue.USER_ID));
    POA poa = root.create_POA(name, null, policies.toArray(Policy[]::new));
    poa.the_POAManager().activate();
    poas.put(name, poa);
    return poa;
  }

  private static void activate(POA poa, Servant servant) throws UserException {
    poa.activate_object_with_id("desk".getBytes(US_ASCII), servant);
  }

  private final class Activator extends LocalObject implements ServantActivator {
    private static final long serialVersionUID = 1L;

    @Override
    public Servant incarnate(byte[] oid, POA adapter) {
      return new Desk(orb);
    }

    @Override
    public void etherealize(
        byte[] oid, POA adapter, Servant servant, boolean cleanup, boolean remaining) {}
  }

  private final class Locator extends LocalObject implements ServantLocator {
    private static final long serialVersionUID = 1L;

    @Override
    public Servant preinvoke(byte[] oid, POA adapter, String operation, CookieHolder cookie) {
      cookie.value = Thread.currentThread();
      return new Desk(orb);
    }

    @Override
    public void postinvoke(
        byte[] oid, POA adapter, String operation, Object cookie, Servant servant) {
      if (cookie != Thread.currentThread()) {
        throw new IllegalStateException("postinvoke on another thread than preinvoke");
      }
    }
  }
}
