package cal.cluster.internal.call;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.StreamCorruptedException;

/**
 * Objects as bytes, by the serialization of Java: a graph stays a graph, and each class decides
 * whether its objects travel. {@linkplain Plain Plain} objects do without.
 *
 * @param mark the kind of content
 * @param content the root of the graph
 */
public record Parcel(int mark, Object content) {
  private static final int USUAL = 256;
  private static final int PLAIN = 0;
  private static final int SERIALIZED = 1;

  /**
   * Packs the object.
   *
   * @throws IOException if a part is not serializable
   */
  public byte[] pack() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL);
    bytes.write(mark);
    if (Plain.is(content)) {
      bytes.write(PLAIN);
      Plain.write(new DataOutputStream(bytes), content);
    } else {
      bytes.write(SERIALIZED);
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(content);
      }
    }
    return bytes.toByteArray();
  }

  /** Unpacks an object by the classes of a class loader. */
  public static Parcel unpack(byte[] bytes, ClassLoader loader)
      throws IOException, ClassNotFoundException {
    InputStream in = new ByteArrayInputStream(bytes);
    int mark = in.read();
    int form = in.read();
    switch (form) {
      case PLAIN -> {
        return new Parcel(mark, Plain.readAll(new DataInputStream(in)));
      }
      case SERIALIZED -> {
        try (ObjectInputStream objects = new LoaderStream(in, loader)) {
          return new Parcel(mark, objects.readObject());
        }
      }
      default -> throw new StreamCorruptedException("form " + form + " of no parcel");
    }
  }

  private static final class LoaderStream extends ObjectInputStream {
    private final ClassLoader loader;

    LoaderStream(InputStream in, ClassLoader loader) throws IOException {
      super(in);
      this.loader = loader;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass described)
        throws IOException, ClassNotFoundException {
      try {
        return Class.forName(described.getName(), false, loader);
      } catch (ClassNotFoundException elsewhere) {
        return super.resolveClass(described); // primitive types
      }
    }
  }
}
