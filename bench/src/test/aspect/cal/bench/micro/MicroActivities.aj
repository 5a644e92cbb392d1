package cal.bench.micro;

import cal.core.ActivityCapture;

/** Binds what the benchmarks call. */
aspect MicroActivities {
  static aspect Spawned extends ActivityCapture {
    protected pointcut captureOnInvocation():
        call(boolean Procedure.step()) && within(CaptureBenchmark);
  }

  static aspect Handed extends ActivityCapture {
    protected pointcut captureHandOff(): call(int Procedure.answer()) && within(CaptureBenchmark);
  }
}
