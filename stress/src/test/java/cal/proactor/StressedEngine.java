package cal.proactor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.infra.results.III_Result;

/** A proactor with room for one operation in flight, and one file. */
abstract class StressedEngine {
  private static final int NO_END = 100;
  private static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(1);

  final FakeDevice.Provider provider = new FakeDevice.Provider();
  private final AtomicInteger told = new AtomicInteger();
  final Proactor proactor;
  private final FakeDevice.Handle file;

  StressedEngine() {
    AioConfig config = new AioConfig("fake", AioConfig.Leadership.SHARED).withInFlight(1);
    try {
      proactor = new Proactor(new AioProviders(List.of(provider)), 10, config);
      file = (FakeDevice.Handle) proactor.file(Path.of("any"), Set.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Counts; an operation that is told has to be at an end. */
  final void tell(AioOperation ended) {
    AioOperation.State end = ended.state();
    boolean isEnd = end == AioOperation.State.COMPLETED || end == AioOperation.State.CANCELLED;
    told.addAndGet(isEnd ? 1 : NO_END);
  }

  final AioOperation read() {
    return AioOperation.readAt(file, BUFFER, 0, this::tell);
  }

  final AioOperation started() {
    AioOperation operation = read();
    proactor.start(operation);
    return operation;
  }

  final int handle(long nanos) {
    try {
      return proactor.handleEvents(nanos);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Leads once, and has the device end what it has. */
  final void end() {
    provider.device.end(1);
    int unused = handle(0);
  }

  final void closeFile() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  final void close() {
    try {
      proactor.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends all that is under way but what nobody knows of any more. */
  final void settle(III_Result result) {
    for (int i = 0; i < 3; i++) {
      end();
    }
    closeFile();
    fill(result);
  }

  final void fill(III_Result result) {
    result.r1 = told.get();
    result.r2 = proactor.alive();
    result.r3 = file.releases.get();
  }
}
