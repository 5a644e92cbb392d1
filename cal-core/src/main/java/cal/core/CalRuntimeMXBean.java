package cal.core;

import java.util.List;

/** What a running server shows of its stages through JMX, as {@value #NAME}. */
public interface CalRuntimeMXBean {
  /** The bean's object name. */
  String NAME = "org.calaspects:type=CalRuntime";

  /**
   * The counts of every stage.
   *
   * @return one entry a stage, in the order in which they were opened
   */
  List<StageStatus> getStages();
}
