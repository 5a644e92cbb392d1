package cal.cluster;

import cal.core.internal.support.Log;
import cal.core.internal.support.Opening;
import cal.core.spi.ActivityScheduler.MemberStatus;
import cal.core.spi.ConfigurationException;
import cal.core.spi.Stage;
import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.partition.PartitionService;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** The cluster as seen by a server: the nodes of its artifact, and the server's calls on each. */
final class Members implements MembershipListener, AutoCloseable {
  private static final Logger LOG = Log.of(Members.class.getPackageName());

  /** A node, and this process's calls under way on the node. Thread-safe. */
  static final class Peer {
    private final Member member;
    private final int limit;
    private final AtomicInteger calls = new AtomicInteger();
    private final LongAdder answered = new LongAdder();
    private final LongAdder lost = new LongAdder();

    Peer(Member member) {
      this.member = member;
      this.limit = Membership.limitOf(member);
    }

    Member member() {
      return member;
    }

    String address() {
      return member.getAddress().getHost() + ":" + member.getAddress().getPort();
    }

    /** A call goes there, unless so many times the limit do already. */
    boolean beginWithin(int limits) {
      int most = limits * limit;
      return calls.getAndUpdate(now -> now < most ? now + 1 : now) < most;
    }

    /** The node is gone. */
    void end(boolean withAnswer) {
      calls.decrementAndGet();
      (withAnswer ? answered : lost).increment();
    }

    MemberStatus status() {
      return new MemberStatus(address(), calls.get(), limit, answered.sum(), lost.sum());
    }

    private boolean isLessBusyThan(Peer other) {
      return (long) calls.get() * other.limit < (long) other.calls.get() * limit;
    }
  }

  private final Membership membership;
  private final HazelcastInstance instance;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();
  private volatile List<Peer> peers = List.of();

  /** Kept, since each call asks. */
  private volatile int limit;

  /** Null where nobody looks for this server in the local network. */
  private final Beacon beacon;

  /** A key of each partition, by the partition's number. */
  private final Integer[] keys;

  /**
   * Becomes a member.
   *
   * @throws ConfigurationException if membership cannot be had
   */
  Members(Membership membership) {
    this.membership = membership;
    try (Opening opening = new Opening()) {
      this.instance = opening.get(found(membership)::start, HazelcastInstance::shutdown);
      this.beacon =
          membership.searches()
              ? opening.get(() -> new Beacon(membership.host(), address()), Beacon::close)
              : null;
      this.keys = keys(instance.getPartitionService());
      instance.getCluster().addMembershipListener(this);
      look();
      opening.complete();
    }
    System.err.println(
        "cal: the cluster listens at "
            + address()
            + ", for ./cal node --join "
            + address()
            + " -- -cp JAR");
  }

  /** The first of several servers founds the cluster. */
  private static Membership found(Membership membership) {
    return membership.searches()
        ? Beacon.find(membership.host())
            .filter(membership::mayJoin)
            .map(membership::joining)
            .orElse(membership)
        : membership;
  }

  /** The members of a stage, shared by all stages of its runtime; made at the first call. */
  static Members of(Stage stage) {
    return stage.shared(Members.class, () -> new Members(Membership.ofServer(stage)));
  }

  private static Integer[] keys(PartitionService partitions) {
    Integer[] keys = new Integer[partitions.getPartitions().size()];
    int left = keys.length;
    for (int key = 0; left > 0; key++) {
      int id = partitions.getPartition(key).getPartitionId();
      if (keys[id] == null) {
        keys[id] = key;
        left--;
      }
    }
    return keys;
  }

  /** Where this process listens. */
  String address() {
    var address = instance.getCluster().getLocalMember().getAddress();
    return address.getHost() + ":" + address.getPort();
  }

  HazelcastInstance instance() {
    return instance;
  }

  Membership membership() {
    return membership;
  }

  /** Has a listener told of coming and going nodes. */
  void onChange(Runnable listener) {
    listeners.add(listener);
  }

  /** Nobody is told any more. */
  void offChange(Runnable listener) {
    listeners.remove(listener);
  }

  List<Peer> peers() {
    return peers;
  }

  /** The nodes as they are now. */
  List<MemberStatus> status() {
    return peers.stream().map(Peer::status).toList();
  }

  /** The sentence where there is no node. */
  String none() {
    return "no node of the cluster runs; start one by ./cal node --join " + address();
  }

  /** How many calls all nodes run at a time. */
  int limit() {
    return limit;
  }

  /** The least busy node; null without a node. */
  Peer least() {
    List<Peer> now = peers;
    Peer least = null;
    int start = now.isEmpty() ? 0 : Math.floorMod(turn.getAndIncrement(), now.size());
    for (int i = 0; i < now.size(); i++) {
      Peer peer = now.get((start + i) % now.size());
      if (least == null || peer.isLessBusyThan(least)) {
        least = peer;
      }
    }
    return least;
  }

  /** The present node of a key; null if not among these. */
  Peer owner(Object key) {
    Member owner = instance.getPartitionService().getPartition(key).getOwner();
    return owner == null ? null : find(peers, owner.getUuid());
  }

  /**
   * A key of a little busy node; null where no node has any. With more nodes than partitions, some
   * nodes have none.
   */
  Object key() {
    Peer least = least();
    int start = ThreadLocalRandom.current().nextInt(keys.length);
    Object other = null;
    for (int i = 0; i < keys.length && least != null; i++) {
      Object key = keys[(start + i) % keys.length];
      Peer owner = owner(key);
      if (owner == least) {
        return key;
      }
      other = owner == null || other != null ? other : key;
    }
    return other;
  }

  private static Peer find(List<Peer> peers, UUID id) {
    return peers.stream().filter(peer -> peer.member.getUuid().equals(id)).findFirst().orElse(null);
  }

  @Override
  public void memberAdded(MembershipEvent event) {
    look();
  }

  @Override
  public void memberRemoved(MembershipEvent event) {
    look();
  }

  private synchronized void look() {
    List<Peer> now = new ArrayList<>();
    for (Member member : instance.getCluster().getMembers()) {
      if (member.localMember()) {
        continue;
      }
      String difference = membership.differenceFrom(member);
      if (difference != null) {
        LOG.log(
            Logger.Level.WARNING, () -> "this server " + difference + "; that node gets no calls");
      } else if (!Membership.isServer(member)) {
        Peer known = find(peers, member.getUuid());
        now.add(known == null ? new Peer(member) : known);
      }
    }
    if (!now.equals(peers)) {
      peers = List.copyOf(now);
      limit = now.stream().mapToInt(peer -> peer.limit).sum();
      System.err.println("cal: the cluster has nodes=" + now.size() + " calls=" + limit());
      listeners.forEach(Runnable::run);
    }
  }

  @Override
  public void close() {
    if (beacon != null) {
      beacon.close();
    }
    instance.shutdown();
  }
}
