package cal.proactor.internal.aio;

import cal.proactor.AioConfig;
import cal.proactor.AioConfig.Interrupt;
import cal.proactor.AioConfig.Start;
import cal.proactor.AioConfig.Waits;
import cal.proactor.AioDevice;
import cal.proactor.AioProvider;
import cal.proactor.Completions;
import cal.proactor.OperationCode;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The asynchronous sockets of the JDK (NIO.2), which have no datagrams. Always there. */
public final class Nio2Provider implements AioProvider {
  private static final int RANK = 10;

  /** Called by the service loader. */
  public Nio2Provider() {}

  @Override
  public String name() {
    return "aio";
  }

  @Override
  public int rank() {
    return RANK;
  }

  @Override
  public Optional<String> missing() {
    return Optional.empty();
  }

  @Override
  public Optional<String> refuses(AioConfig config) {
    return config.beyond(
        EnumSet.of(Waits.DEFAULT),
        EnumSet.of(Interrupt.DEFAULT),
        EnumSet.of(Start.INTERRUPTING, Start.LEADER));
  }

  @Override
  public Set<OperationCode> operations() {
    return EnumSet.of(
        OperationCode.ACCEPT,
        OperationCode.CONNECT,
        OperationCode.READ_STREAM,
        OperationCode.WRITE_STREAM,
        OperationCode.READ_FILE,
        OperationCode.WRITE_FILE,
        OperationCode.SYNC_FILE);
  }

  /** A channel of NIO.2 has to be closed to cancel an operation. */
  @Override
  public boolean cancels(OperationCode code) {
    return false;
  }

  @Override
  public AioDevice open(Completions completions, AioConfig config) throws IOException {
    return new Nio2Device(completions, config.inFlight());
  }
}
