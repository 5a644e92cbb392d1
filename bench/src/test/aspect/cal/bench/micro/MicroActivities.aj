package cal.bench.micro;

import cal.core.ActivityCapture;
import cal.core.WorkingContext;

/** Binds what the benchmarks call. */
aspect MicroActivities {
  declare parents: EchoServer implements WorkingContext;

  static aspect Spawned extends ActivityCapture {
    protected pointcut captureOnInvocation():
        call(boolean Procedure.step()) && within(CaptureBenchmark);
  }

  static aspect Handed extends ActivityCapture {
    protected pointcut captureHandOff(): call(int Procedure.answer()) && within(CaptureBenchmark);
  }

  static aspect Dispatched extends ActivityCapture {
    protected pointcut captureHandOff(): call(int Procedure.answer()) && within(DispatchBenchmark);
  }

  static aspect Distributed extends ActivityCapture {
    protected pointcut captureHandOff():
        (call(java.math.BigInteger RemoteWork.square(..)) || call(long RemoteWork.compute(..)))
            && within(ClusterBenchmark);
  }

  static aspect Accepted extends ActivityCapture {
    protected pointcut captureOnInvocation(): call(boolean EchoServer.accept());
  }

  static aspect Echoed extends ActivityCapture {
    protected pointcut captureOnInvocation():
        call(boolean EchoConnection.serve()) && within(EchoServer);
  }
}
