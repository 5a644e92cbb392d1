package cal.simulation.seam;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** No thread of a run goes on after the run, where its files would be real. */
class SeamTest {
  private static final Object[] NONE = {};

  @Test
  void shouldLeaveAThreadThatOutlivesItsRun() throws InterruptedException {
    Thread left = Thread.ofVirtual().unstarted(() -> {});
    Seam.install(
        (Hooks)
            Proxy.newProxyInstance(
                Hooks.class.getClassLoader(), new Class<?>[] {Hooks.class}, (a, b, c) -> null));
    Seam.install(null);
    assertThat(Seam.ready(left)).isTrue();
    Throwable[] thrown = new Throwable[1];
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                Object unused = Seam.call("FileDescriptor.sync0", NONE);
              } catch (Throwable refusal) {
                thrown[0] = refusal;
              }
            })
        .join();
    assertThat(thrown[0])
        .isInstanceOf(Refusal.class)
        .hasMessage("a thread asks for FileDescriptor.sync0 after its run");
  }
}
