package cal.agent.weaving;

import cal.core.spi.ConfigurationException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A class to load, and the classes to define before. Immutable. */
public final class Woven {
  private final String name;
  private final byte[] unwoven;
  private final byte[] bytes;
  private final List<Generated> generated;
  private final Lookups lookups;

  /**
   * The outcome of weaving a class.
   *
   * @param name with dots
   * @param unwoven the class file before the weaving
   * @param bytes the class file to load; null for an unchanged class
   * @param generated the classes made by the weaving
   * @param lookups the lookups of the weaver since the class before
   */
  public Woven(
      String name, byte[] unwoven, byte[] bytes, List<Generated> generated, Lookups lookups) {
    this.name = name;
    this.unwoven = unwoven;
    this.bytes = bytes;
    this.generated = generated;
    this.lookups = lookups;
  }

  /** A class made by the weaving of another. Immutable. */
  public static final class Generated {
    private final String name;
    private final byte[] bytes;

    /** {@code name} with dots. */
    Generated(String name, byte[] bytes) {
      this.name = name;
      this.bytes = bytes;
    }

    String name() {
      return name;
    }

    byte[] bytes() {
      return bytes;
    }

    static void write(List<Generated> all, DataOutputStream out) throws IOException {
      out.writeInt(all.size());
      for (Generated one : all) {
        out.writeUTF(one.name);
        writeBytes(one.bytes, out);
      }
    }

    static List<Generated> read(DataInputStream in) throws IOException {
      List<Generated> all = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        all.add(new Generated(in.readUTF(), readBytes(in)));
      }
      return all;
    }
  }

  public String name() {
    return name;
  }

  /** The class file; null for an unchanged class. */
  public byte[] bytes() {
    return bytes;
  }

  public List<Generated> generated() {
    return generated;
  }

  public Lookups lookups() {
    return lookups;
  }

  /** Whether a class file is the woven file. */
  public boolean isOf(byte[] classFile) {
    return Arrays.equals(unwoven, classFile);
  }

  /** Defines the classes made by weaving, before the class itself. */
  public static void define(List<Generated> classes, ClassLoader loader, ProtectionDomain domain) {
    if (classes.isEmpty()) {
      return;
    }
    try {
      Method define =
          ClassLoader.class.getDeclaredMethod(
              "defineClass",
              String.class,
              byte[].class,
              int.class,
              int.class,
              ProtectionDomain.class);
      define.setAccessible(true);
      for (Generated one : classes) {
        define.invoke(loader, one.name, one.bytes, 0, one.bytes.length, domain);
      }
    } catch (InvocationTargetException failure) {
      throw new ConfigurationException(
          "a class that weaving makes cannot be defined: " + failure.getCause(), failure);
    } catch (ReflectiveOperationException closed) {
      throw new ConfigurationException("java.lang is not open to the agent: " + closed, closed);
    }
  }

  public void write(DataOutputStream out) throws IOException {
    out.writeUTF(name);
    writeBytes(unwoven, out);
    writeBytes(bytes == null ? new byte[0] : bytes, out);
    Generated.write(generated, out);
    lookups.write(out);
  }

  public static Woven read(DataInputStream in) throws IOException {
    String name = in.readUTF();
    byte[] unwoven = readBytes(in);
    byte[] bytes = readBytes(in);
    byte[] changed = bytes.length == 0 ? null : bytes;
    return new Woven(name, unwoven, changed, Generated.read(in), Lookups.read(in));
  }

  private static void writeBytes(byte[] bytes, DataOutputStream out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }
}
