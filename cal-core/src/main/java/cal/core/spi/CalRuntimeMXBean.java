package cal.core.spi;

import cal.core.spi.SocketProvider.ReadAheadStatus;
import java.util.List;

/** A running server's stages, as JMX shows them under {@value #NAME}. */
public interface CalRuntimeMXBean {
  /** The bean's object name. */
  String NAME = "org.calaspects:type=CalRuntime";

  /**
   * The counts of every stage.
   *
   * @return one entry a stage, in the order in which they were opened
   */
  List<StageStatus> getStages();

  /**
   * Changes models and other settings of stages while they run. New activities run under the new
   * model at once; those that run go over with their next step, or end where they are.
   *
   * @param settings each {@code KEY=VALUE}, such as {@code cal.model=reactive} or {@code
   *     cal.stage.store.max-in-flight=10}
   * @return a line for each model, and for each setting, that a stage has another of now
   * @throws ConfigurationException naming the first mistake
   */
  List<String> change(List<String> settings);

  /**
   * The activities that have no thread while they await input. Each is looked at: ask seldom.
   *
   * @return one entry a stage whose activities leave their steps; none under models that have a
   *     thread for each
   */
  List<ActivityScheduler.LeftStatus> getLeft();

  /**
   * The input kept that came before the server asked for it.
   *
   * @return one entry a reader, an event loop for example; none under models that read nothing
   *     ahead
   */
  List<ReadAheadStatus> getReadAhead();

  /**
   * The processes elsewhere that make calls of this process.
   *
   * @return one entry a process; none where all calls are made here
   */
  List<ActivityScheduler.MemberStatus> getMembers();

  /**
   * The present hangs: activities that wait for each other, or for nobody, or that keep a carrier.
   *
   * @return one entry a hang; those that have ended are gone
   */
  List<HangStatus> getHangs();

  /**
   * Activities that do not go on, or keep a carrier.
   *
   * @param hang the sentence of the log
   * @param seconds since when, up to now
   * @param stacks of the threads, as in the log
   * @param forGood whether it never ends: a circle; or a loop that no thread has relieved for 600
   *     times {@code reactive.slow-step}
   */
  record HangStatus(String hang, long seconds, String stacks, boolean forGood) {}
}
