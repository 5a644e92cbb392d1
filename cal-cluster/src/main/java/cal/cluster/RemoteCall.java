package cal.cluster;

import cal.cluster.internal.call.RemoteResult;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;

/** A call on the way to a node. Read by a single thread. */
final class RemoteCall
    implements Callable<byte[]>, IdentifiedDataSerializable, HazelcastInstanceAware {
  /** Any number unused by other factories of this cluster. */
  static final int FACTORY = 0xCA1;

  /** The name of a node's {@link NodeCalls} in its user context. */
  static final String MAKER = "cal.calls";

  /**
   * The format of calls, of their answers, and of the attributes of members. The format stands
   * first in a call and the number of the call second, in every format: so a node can answer that
   * another format is expected.
   */
  static final int FORMAT = 1;

  private int format = FORMAT;
  private long id;
  private String artifact;
  private String type;
  private String name;
  private String descriptor;
  private boolean service;
  private long nanos;
  private byte[] parts;

  /** The begin of the remaining time: the making of the call, or the reading by a node. */
  private long since;

  private NodeCalls maker;

  /** For the reading node. */
  RemoteCall() {}

  /**
   * Describes a call.
   *
   * @param artifact the server's
   * @param service whether the node has the target
   * @param nanos the remaining time of the caller
   * @param parts the target and the arguments, packed
   */
  RemoteCall(String artifact, Method method, boolean service, long nanos, byte[] parts) {
    this.id = ThreadLocalRandom.current().nextLong();
    this.artifact = artifact;
    this.type = method.getDeclaringClass().getName();
    this.name = method.getName();
    this.descriptor = NodeMethods.descriptor(method);
    this.service = service;
    this.nanos = nanos;
    this.since = System.nanoTime();
    this.parts = parts;
  }

  /** Makes the call; the outcome comes behind the number of the call. */
  @Override
  public byte[] call() {
    byte[] outcome = maker.make(this);
    return ByteBuffer.allocate(Long.BYTES + outcome.length).putLong(id).put(outcome).array();
  }

  /**
   * The outcome in an answer. A durable executor without the call may answer by nothing, or by the
   * outcome of another call in the same place; a broken node by anything.
   *
   * @return null if the answer is not of this call
   */
  RemoteResult outcomeIn(Object answer, ClassLoader loader) {
    if (!(answer instanceof byte[] bytes)
        || bytes.length < Long.BYTES
        || ByteBuffer.wrap(bytes).getLong() != id) {
      return null;
    }
    return RemoteResult.unpack(Arrays.copyOfRange(bytes, Long.BYTES, bytes.length), loader);
  }

  /** The format of the read call. */
  int format() {
    return format;
  }

  String artifact() {
    return artifact;
  }

  String type() {
    return type;
  }

  String name() {
    return name;
  }

  String descriptor() {
    return descriptor;
  }

  boolean service() {
    return service;
  }

  byte[] parts() {
    return parts;
  }

  /** The remaining time of the caller; on a node from the arrival: clocks need not agree. */
  long nanosLeft() {
    return nanos - (System.nanoTime() - since);
  }

  @Override
  public void setHazelcastInstance(HazelcastInstance instance) {
    maker = (NodeCalls) instance.getUserContext().get(MAKER);
  }

  @Override
  public int getFactoryId() {
    return FACTORY;
  }

  @Override
  public int getClassId() {
    return 1;
  }

  @Override
  public void writeData(ObjectDataOutput out) throws IOException {
    out.writeInt(FORMAT);
    out.writeLong(id);
    out.writeString(artifact);
    out.writeString(type);
    out.writeString(name);
    out.writeString(descriptor);
    out.writeBoolean(service);
    out.writeLong(nanosLeft()); // less, each time that it is sent
    out.writeByteArray(parts);
  }

  @Override
  public void readData(ObjectDataInput in) throws IOException {
    since = System.nanoTime();
    format = in.readInt();
    id = in.readLong();
    if (format != FORMAT) {
      return; // nothing is known of the rest
    }
    artifact = in.readString();
    type = in.readString();
    name = in.readString();
    descriptor = in.readString();
    service = in.readBoolean();
    nanos = in.readLong();
    parts = in.readByteArray();
  }
}
