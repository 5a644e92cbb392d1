package cal.sample.orb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Properties;
import org.omg.CORBA.Any;
import org.omg.CORBA.LocalObject;
import org.omg.CORBA.ORB;
import org.omg.IOP.ServiceContext;
import org.omg.PortableInterceptor.InvalidSlot;
import org.omg.PortableInterceptor.ORBInitInfo;
import org.omg.PortableInterceptor.ORBInitInfoPackage.DuplicateName;
import org.omg.PortableInterceptor.ORBInitializer;
import org.omg.PortableInterceptor.ServerRequestInfo;
import org.omg.PortableInterceptor.ServerRequestInterceptor;

/**
 * Puts each request's number into a slot, and that into a service context of the reply: as 16
 * bytes, since JacORB pads other lengths with what its buffers held before.
 */
public final class SlotInterceptor extends LocalObject
    implements ORBInitializer, ServerRequestInterceptor {
  private static final long serialVersionUID = 1L;
  private static final int CONTEXT = 4711;

  private static volatile int slot;

  /** For the ORB. */
  public SlotInterceptor() {}

  static int slot() {
    return slot;
  }

  static void configure(Properties properties) {
    properties.setProperty(
        "org.omg.PortableInterceptor.ORBInitializerClass." + SlotInterceptor.class.getName(), "");
  }

  @Override
  public void pre_init(ORBInitInfo info) {
    slot = info.allocate_slot_id();
  }

  @Override
  public void post_init(ORBInitInfo info) {
    try {
      info.add_server_request_interceptor(this);
    } catch (DuplicateName e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void receive_request_service_contexts(ServerRequestInfo info) {
    Any any = ORB.init().create_any();
    any.insert_string("request %08d".formatted(info.request_id()));
    try {
      info.set_slot(slot, any);
    } catch (InvalidSlot e) {
      throw new IllegalStateException(e);
    }
  }

  private static void tell(ServerRequestInfo info) {
    try {
      byte[] data = info.get_slot(slot).extract_string().getBytes(ISO_8859_1);
      info.add_reply_service_context(new ServiceContext(CONTEXT, data), true);
    } catch (InvalidSlot e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void receive_request(ServerRequestInfo info) {}

  @Override
  public void send_reply(ServerRequestInfo info) {
    tell(info);
  }

  @Override
  public void send_exception(ServerRequestInfo info) {
    tell(info);
  }

  @Override
  public void send_other(ServerRequestInfo info) {}

  @Override
  public String name() {
    return "slot";
  }

  @Override
  public void destroy() {}
}
