package cal.reactive.internal.socket;

import java.lang.reflect.Method;
import java.time.Duration;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Runs the body of each test on a thread of the kind that is tested. */
final class ThreadUnderTest implements InvocationInterceptor {
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  @Override
  public void interceptTestMethod(
      Invocation<Void> body, ReflectiveInvocationContext<Method> method, ExtensionContext test)
      throws Throwable {
    SocketFixture fixture = (SocketFixture) method.getTarget().orElseThrow();
    Call<Throwable> call = new Call<>(() -> thrownBy(body));
    fixture.contract.here().threads().execute(call);
    Throwable thrown = call.get(DEADLINE);
    if (thrown != null) {
      throw thrown;
    }
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> body, ReflectiveInvocationContext<Method> method, ExtensionContext test)
      throws Throwable {
    interceptTestMethod(body, method, test);
  }

  private static Throwable thrownBy(Invocation<Void> body) {
    try {
      body.proceed();
      return null;
    } catch (Throwable thrown) {
      return thrown;
    }
  }
}
