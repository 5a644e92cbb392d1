package cal.sample.orb.adapter;

import cal.sample.orb.idl.BytesHelper;
import java.util.Arrays;
import java.util.Objects;
import org.jacorb.orb.CDRInputStream;
import org.omg.CORBA.MARSHAL;
import org.omg.CORBA.portable.InputStream;

/**
 * Reads a sequence of octets into an uncleared array. The code of the IDL compiler makes the array
 * and fills the array afterwards. With so much in between, the JVM clears the array first.
 * Privileged: the buffer is the stream's. Without state.
 */
privileged aspect OctetSequences {
  byte[] around(InputStream in):
      call(byte[] BytesHelper.read(InputStream)) && within(org.omg.CORBA.portable.InvokeHandler+)
          && args(in) {
    return in instanceof CDRInputStream cdr ? read(cdr) : proceed(in);
  }

  private static byte[] read(CDRInputStream in) {
    int length = in.read_long();
    requireAvailable(in, length);
    in.handle_chunking();
    int from = Objects.checkFromIndexSize(in.pos, length, in.buffer.length);
    byte[] octets = Arrays.copyOfRange(in.buffer, from, from + length);
    in.index += length;
    in.pos += length;
    return octets;
  }

  /** Like the generated code. */
  private static void requireAvailable(CDRInputStream in, int length) {
    int available = in.available();
    if (available > 0 && length > available) {
      throw new MARSHAL(
          "a sequence of " + length + " octets, where only " + available + " are there");
    }
  }
}
