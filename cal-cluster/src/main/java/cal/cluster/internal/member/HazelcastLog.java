package cal.cluster.internal.member;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The loggers of Hazelcast, which tell warnings alone while a member of CAL's is there. Hazelcast
 * has one logger a class for all its instances, a server's own among them: so the levels are given
 * back with the last member, and a level that somebody has set stays. One for each member;
 * thread-safe.
 */
public final class HazelcastLog implements AutoCloseable {
  /** Kept, so that the level stays. */
  private static final Logger ALL = Logger.getLogger("com.hazelcast");

  /**
   * They warn of facts that are meant so: packages of the JDK stay closed, and nodes may all be
   * lost.
   */
  private static final List<Logger> WARN_IN_VAIN =
      List.of(
          Logger.getLogger("com.hazelcast.instance.impl.HazelcastInstanceFactory"),
          Logger.getLogger("com.hazelcast.internal.partition.impl.MigrationManagerImpl"));

  /** Guarded by the class. */
  private static int members;

  /** The loggers whose levels CAL has set, none of which had a level. Guarded by the class. */
  private static final Map<Logger, Level> SET = new LinkedHashMap<>();

  private final AtomicBoolean open = new AtomicBoolean(true);

  /** A member is about to start. */
  public HazelcastLog() {
    synchronized (HazelcastLog.class) {
      if (members++ == 0 && ALL.getLevel() == null) {
        set(ALL, Level.WARNING);
        WARN_IN_VAIN.forEach(logger -> set(logger, Level.SEVERE));
      }
    }
  }

  private static void set(Logger logger, Level level) {
    if (logger.getLevel() == null) {
      logger.setLevel(level);
      SET.put(logger, level);
    }
  }

  /** The member has ended, or did not start. */
  @Override
  public void close() {
    synchronized (HazelcastLog.class) {
      if (open.getAndSet(false) && --members == 0) {
        SET.forEach(HazelcastLog::giveBack);
        SET.clear();
      }
    }
  }

  private static void giveBack(Logger logger, Level level) {
    if (level.equals(logger.getLevel())) { // or somebody has set another one since
      logger.setLevel(null);
    }
  }
}
