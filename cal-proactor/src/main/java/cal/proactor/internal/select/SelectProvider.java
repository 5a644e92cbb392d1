package cal.proactor.internal.select;

import cal.proactor.AioDevice;
import cal.proactor.AioProvider;
import cal.proactor.Completions;
import cal.proactor.OperationCode;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Emulates operations: a selector tells when a call of a socket would not block, and some threads
 * wait for files (section 11.3). Always there.
 */
public final class SelectProvider implements AioProvider {
  private static final int RANK = 20;

  /** Called by the service loader. */
  public SelectProvider() {}

  @Override
  public String name() {
    return "select";
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
  public Set<OperationCode> operations() {
    return EnumSet.complementOf(EnumSet.of(OperationCode.EVENT, OperationCode.TIMER));
  }

  @Override
  public boolean cancels(OperationCode code) {
    return code.isInput() || code.isOutput();
  }

  @Override
  public AioDevice open(Completions completions, int limit, boolean oneThread) throws IOException {
    return new SelectDevice(completions);
  }
}
