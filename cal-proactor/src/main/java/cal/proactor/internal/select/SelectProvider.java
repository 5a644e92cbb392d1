package cal.proactor.internal.select;

import cal.core.internal.os.SystemCalls;
import cal.proactor.AioConfig;
import cal.proactor.AioConfig.Interrupt;
import cal.proactor.AioConfig.Start;
import cal.proactor.AioConfig.Waits;
import cal.proactor.AioDevice;
import cal.proactor.AioProvider;
import cal.proactor.Completions;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Emulates operations: a selector, an epoll or {@code poll} tells when a call of a socket would not
 * block, and some threads wait for files (section 11.3). The selector is always there.
 */
public final class SelectProvider implements AioProvider {
  private static final int RANK = 20;

  /** The leader's next wait sees a start, and no earlier wait does. */
  private static final Set<Start> BY_LEADER = EnumSet.of(Start.INTERRUPTING, Start.LEADER);

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
  public Optional<String> refuses(AioConfig config) {
    return switch (config.waits()) {
      case EPOLL, POLL -> refusesBeyond(config, BY_LEADER);
      case EPOLL_EDGE -> refusesBeyond(config, EnumSet.allOf(Start.class));
      default ->
          config.beyond(
              EnumSet.of(Waits.DEFAULT, Waits.SELECTOR, Waits.EPOLL, Waits.EPOLL_EDGE, Waits.POLL),
              EnumSet.of(Interrupt.DEFAULT),
              BY_LEADER);
    };
  }

  private static Optional<String> refusesBeyond(AioConfig config, Set<Start> starts) {
    return SystemCalls.missing("wait=" + AioConfig.spelling(config.waits()))
        .or(
            () ->
                config.beyond(
                    EnumSet.allOf(Waits.class),
                    EnumSet.of(Interrupt.DEFAULT, Interrupt.EVENTFD, Interrupt.PIPE),
                    starts));
  }

  @Override
  public AioDevice open(Completions completions, AioConfig config) throws IOException {
    return new SelectDevice(completions, config);
  }
}
