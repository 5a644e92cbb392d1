package cal.cluster;

import cal.cluster.Members.Peer;
import cal.cluster.internal.call.RemoteResult;
import cal.core.spi.VirtualThreads;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.core.IExecutorService;
import com.hazelcast.core.MemberLeftException;
import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.durableexecutor.DurableExecutorService;
import com.hazelcast.durableexecutor.DurableExecutorServiceFuture;
import com.hazelcast.durableexecutor.StaleTaskIdException;
import com.hazelcast.partition.NoDataMemberInClusterException;
import com.hazelcast.spi.exception.RetryableException;
import com.hazelcast.spi.exception.TargetNotMemberException;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

/** The way of a call to a node, and the fate of the call if the node is lost. Thread-safe. */
sealed interface Delivery {
  /**
   * Has a call made, and waits for the outcome.
   *
   * @param call the call
   * @param key the value that places the call; null to place by load
   * @param deadline the longest time
   * @return the outcome
   * @throws ClusterException if there is no outcome
   * @throws TimeoutException if the time is over
   */
  RemoteResult deliver(RemoteCall call, Object key, Deadline deadline) throws TimeoutException;

  /** Ends the remaining waits. */
  default void close() {}

  private static Throwable cause(Throwable thrown) {
    boolean wrapped = thrown instanceof CompletionException || thrown instanceof ExecutionException;
    return wrapped && thrown.getCause() != null ? cause(thrown.getCause()) : thrown;
  }

  /**
   * Whether a call has certainly not begun: the node was full, or gone before the call was sent.
   */
  private static boolean isUnmade(Throwable cause) {
    return cause instanceof RejectedExecutionException || cause instanceof TargetNotMemberException;
  }

  private static String full(Peer peer, int limits) {
    return "its node "
        + peer.address()
        + " has "
        + limits
        + " times as many calls under way as it runs, and took no more within its time";
  }

  private static ClusterException lost(boolean mayHaveRun, Peer peer, Throwable cause) {
    return new ClusterException(
        mayHaveRun,
        cause instanceof MemberLeftException
            ? "its node " + peer.address() + " was lost, and the call with it"
            : "its node " + peer.address() + " did not answer: " + cause,
        cause);
  }

  /** By the plain executor, to a chosen node: a call is lost with its node. */
  final class AtMostOnce implements Delivery {
    /** The most calls of a node, in multiples of its limit, calls without a waiter included. */
    static final int LIMITS = 100;

    private final Members members;
    private final IExecutorService executor;

    AtMostOnce(Members members) {
      this.members = members;
      this.executor = members.instance().getExecutorService(Membership.EXECUTOR);
    }

    @Override
    public RemoteResult deliver(RemoteCall call, Object key, Deadline deadline)
        throws TimeoutException {
      while (true) {
        Peer peer = key == null ? members.least() : owner(key, deadline);
        if (peer == null && members.peers().isEmpty()) {
          throw new ClusterException(false, members.none(), null);
        }
        if (peer == null) {
          throw new ClusterException(false, "its key belonged to no node within its time", null);
        }
        if (!peer.beginWithin(LIMITS)) {
          if (deadline.isOver()) {
            throw new ClusterException(false, full(peer, LIMITS), null);
          }
          deadline.pause(); // and then to the one that is least busy
          continue;
        }
        try {
          deadline.sent(true);
          Object answer = deadline.await(sent(call, peer));
          RemoteResult outcome = call.outcomeIn(answer, members.membership().loader());
          if (outcome == null) {
            throw lost(true, peer, new IllegalStateException("its answer is not of this call"));
          }
          return outcome;
        } catch (ExecutionException failure) {
          Throwable cause = cause(failure.getCause());
          if (!isUnmade(cause) || deadline.isOver()) {
            throw lost(!isUnmade(cause), peer, cause);
          }
          deadline.sent(false);
          deadline.pause(); // and then to a node that takes it
        }
      }
    }

    /** While partitions move, a key may belong to nobody. */
    private Peer owner(Object key, Deadline deadline) {
      Peer owner = members.owner(key);
      while (owner == null && !members.peers().isEmpty() && !deadline.isOver()) {
        deadline.pause();
        owner = members.owner(key);
      }
      return owner;
    }

    /**
     * Waits for Hazelcast's own futures do not end by an interrupt. The node counts as busy until
     * the answer or the loss of the node, even without a waiter.
     *
     * @param peer the node, with the call counted already
     * @return the answer, of any kind
     */
    @SuppressWarnings("FutureReturnValueIgnored") // what is done then cannot fail
    private CompletableFuture<Object> sent(RemoteCall call, Peer peer) {
      CompletableFuture<Object> received = new CompletableFuture<>();
      try {
        ((CompletionStage<?>) executor.submitToMember(call, peer.member()))
            .whenCompleteAsync(
                (answer, failure) -> {
                  peer.end(failure == null);
                  if (failure == null) {
                    received.complete(answer);
                  } else {
                    received.completeExceptionally(failure);
                  }
                },
                Runnable::run);
      } catch (Throwable unsent) {
        peer.end(false);
        received.completeExceptionally(unsent);
      }
      return received;
    }
  }

  /**
   * By the durable executor, which keeps a call on two nodes, and makes the call again after a loss
   * of the first node. After a loss of both the call is sent again.
   */
  final class AtLeastOnce implements Delivery {
    private final Members members;

    /** The most calls of a node, in multiples of its limit, calls without a waiter included. */
    private static final int LIMITS = 2;

    private final DurableExecutorService executor;
    private final VirtualThreads threads;
    private final Set<Thread> senders = ConcurrentHashMap.newKeySet();

    AtLeastOnce(Members members, VirtualThreads threads) {
      this.members = members;
      this.threads = threads;
      HazelcastInstance instance = members.instance();
      this.executor = instance.getDurableExecutorService(Membership.EXECUTOR);
    }

    @Override
    public RemoteResult deliver(RemoteCall call, Object key, Deadline deadline)
        throws TimeoutException {
      Throwable last = null;
      Peer peer = null;
      while (!deadline.isOver()) {
        Object place = key == null ? members.key() : key;
        peer = place == null ? null : members.owner(place);
        if (peer != null && peer.beginWithin(LIMITS)) {
          try {
            Object answer = deadline.await(sent(call, place, peer, deadline));
            RemoteResult outcome = call.outcomeIn(answer, members.membership().loader());
            if (outcome != null && outcome.kind() != RemoteResult.Kind.OTHER_ARTIFACT) {
              return certain(outcome);
            }
          } catch (ExecutionException failure) {
            last = cause(failure.getCause());
            if (!isOfTheCluster(last)) {
              throw lost(true, peer, last);
            }
          }
        }
        deadline.pause();
      }
      if (!deadline.mayHaveRun()) {
        throw new ClusterException(false, peer == null ? members.none() : full(peer, LIMITS), null);
      }
      TimeoutException over = new TimeoutException();
      over.initCause(last);
      throw over;
    }

    /** A refusing node knows nothing of a lost node with the same call before. */
    private static RemoteResult certain(RemoteResult outcome) {
      if (outcome.kind() == RemoteResult.Kind.REFUSED) {
        throw new ClusterException(true, (String) outcome.content(), null);
      }
      return outcome;
    }

    /** Whether nodes or places are at fault, and not the call: another attempt may have luck. */
    private static boolean isOfTheCluster(Throwable cause) {
      return isUnmade(cause)
          || cause instanceof RetryableException // a member has left, or is not one yet
          || cause instanceof StaleTaskIdException
          || cause instanceof NoDataMemberInClusterException
          || cause instanceof HazelcastInstanceNotActiveException
          || cause instanceof OperationTimeoutException
          || cause instanceof CancellationException;
    }

    /**
     * Another thread sends the call: until a node has taken the call, sending cannot be given up.
     * The thread ends with the call, or when Hazelcast has no node to ask any more, within minutes.
     *
     * @param peer the node, with the call counted already
     * @throws ClusterException if the stage is closed, and no thread can be had
     */
    private CompletableFuture<Object> sent(
        RemoteCall call, Object place, Peer peer, Deadline deadline) {
      CompletableFuture<Object> answer = new CompletableFuture<>();
      try {
        threads.start("cal-cluster-send", () -> sendBy(call, place, peer, answer));
      } catch (RejectedExecutionException closed) {
        peer.end(false);
        throw new ClusterException(
            deadline.mayHaveRun(), "the stage was stopped before it was sent", closed);
      } catch (Throwable unsent) {
        peer.end(false);
        throw unsent;
      }
      deadline.sent(true);
      return answer;
    }

    private void sendBy(
        RemoteCall call, Object place, Peer peer, CompletableFuture<Object> answer) {
      Thread own = Thread.currentThread();
      try {
        senders.add(own);
        send(call, place, answer);
      } finally {
        senders.remove(own);
        peer.end(answer.isDone() && !answer.isCompletedExceptionally());
      }
    }

    /** Calls without a waiter wait no longer. */
    @Override
    public void close() {
      senders.forEach(Thread::interrupt);
    }

    private void send(RemoteCall call, Object place, CompletableFuture<Object> answer) {
      DurableExecutorServiceFuture<?> task = null;
      try {
        task = executor.submitToKeyOwner(call, place);
        answer.complete(task.get());
      } catch (Throwable failure) {
        answer.completeExceptionally(failure);
      } finally {
        if (task != null) {
          dispose(task);
        }
      }
    }

    /** The nodes keep the answer until told of the arrival. */
    private void dispose(DurableExecutorServiceFuture<?> task) {
      try {
        executor.disposeResult(task.getTaskId());
      } catch (RuntimeException gone) {
        // With the nodes that kept it.
      }
    }
  }
}
