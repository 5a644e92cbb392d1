package cal.spring;

import cal.core.StageExecutor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.coyote.ProtocolHandler;
import org.springframework.boot.web.server.ConfigurableWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.util.ReflectionUtils;

/**
 * Has the connectors of Boot's Tomcat run requests in a stage. The server of a management port
 * keeps its own threads, for the probes of a full stage. Stateless.
 */
final class TomcatStage implements WebServerFactoryCustomizer<ConfigurableWebServerFactory> {
  /** A method of Tomcat's factory, whose package is another in each of Boot 3 and 4. */
  private static final String ADD = "addProtocolHandlerCustomizers";

  private final Stages stages;

  TomcatStage(Stages stages) {
    this.stages = stages;
  }

  @Override
  public void customize(ConfigurableWebServerFactory factory) {
    Method add = ReflectionUtils.findMethod(factory.getClass(), ADD, (Class<?>[]) null);
    if (add != null) {
      stages.executor(Stages.WEB).ifPresent(executor -> customize(factory, add, executor));
    }
  }

  /** A refusal without a trace: Tomcat logs each. */
  private static final class Refused extends RejectedExecutionException {
    private static final long serialVersionUID = 1L;

    Refused(String reason) {
      super(reason);
    }

    @Override
    public Throwable fillInStackTrace() {
      return this;
    }
  }

  private static void execute(StageExecutor executor, Runnable request) {
    try {
      executor.execute(request);
    } catch (RejectedExecutionException full) {
      throw new Refused(full.getMessage());
    }
  }

  private static void customize(Object factory, Method add, StageExecutor stage) {
    Executor executor = request -> execute(stage, request);
    Class<?> customizer = add.getParameterTypes()[0].componentType();
    Object customizers = Array.newInstance(customizer, 1);
    Array.set(
        customizers,
        0,
        MethodHandleProxies.asInterfaceInstance(
            customizer, MethodHandles.insertArguments(setter(), 1, executor)));
    ReflectionUtils.invokeMethod(add, factory, customizers);
  }

  private static MethodHandle setter() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(
              ProtocolHandler.class,
              "setExecutor",
              MethodType.methodType(void.class, Executor.class));
    } catch (ReflectiveOperationException other) {
      throw new IllegalStateException("another Tomcat: its protocols take no executor", other);
    }
  }
}
