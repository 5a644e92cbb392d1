package cal.spring;

import org.apache.coyote.ProtocolHandler;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** The beans of the starter, in an application with settings of CAL. */
@AutoConfiguration
@Conditional(CalAutoConfiguration.OnSettings.class)
public final class CalAutoConfiguration {
  /** For Spring. */
  CalAutoConfiguration() {}

  /** Whether the application has settings of CAL, right or wrong. */
  static final class OnSettings implements Condition {
    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
      return context.getEnvironment() instanceof ConfigurableEnvironment environment
          && ApplicationSettings.areThere(environment);
    }
  }

  @Bean
  static TaskStage calTaskStage(Environment properties) {
    return new TaskStage(properties);
  }

  @Bean
  Stages calStages(ConfigurableApplicationContext context) {
    return new Stages(context.getEnvironment(), context.getClassLoader());
  }

  @Bean
  StageDrain calTaskDrain(Stages stages, ConfigurableApplicationContext context) {
    return new StageDrain(stages, Stages.TASKS, StageDrain.OF_TASKS, context);
  }

  @Bean
  StageAvailability calAvailability(
      Stages stages, ApplicationAvailability availability, ConfigurableApplicationContext context) {
    return new StageAvailability(stages, availability, context);
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({ProtocolHandler.class, WebServerFactoryCustomizer.class})
  static final class OfTomcat {
    @Bean
    TomcatStage calTomcatStage(Stages stages) {
      return new TomcatStage(stages);
    }

    @Bean
    StageDrain calTomcatDrain(Stages stages, ConfigurableApplicationContext context) {
      return new StageDrain(stages, Stages.WEB, StageDrain.OF_REQUESTS, context);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
  static final class OfActuator {
    @Bean
    @ConditionalOnAvailableEndpoint
    CalEndpoint calEndpoint(Stages stages) {
      return new CalEndpoint(stages);
    }
  }
}
