package cal.spring;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.core.env.PropertyResolver;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.TaskExecutorAdapter;

/**
 * Puts a stage in the place of Boot's own executor, which runs the application's tasks and
 * {@code @Async} methods. Executors that the application makes stay. Stateless.
 *
 * <p>The definition is replaced and not the bean: others know the class of the bean before.
 */
final class TaskStage implements BeanFactoryPostProcessor {
  private static final String EXECUTOR =
      TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME;

  private final PropertyResolver properties;

  TaskStage(PropertyResolver properties) {
    this.properties = properties;
  }

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
    if (ApplicationSettings.choose(properties, Stages.TASKS)
        && beans.containsBeanDefinition(EXECUTOR)
        && isOfBoot(beans.getBeanDefinition(EXECUTOR))
        && beans instanceof BeanDefinitionRegistry registry) {
      registry.removeBeanDefinition(EXECUTOR);
      registry.registerBeanDefinition(
          EXECUTOR, new RootBeanDefinition(TaskExecutorAdapter.class, () -> executor(beans)));
    }
  }

  private static boolean isOfBoot(BeanDefinition executor) {
    return String.valueOf(executor.getFactoryBeanName()).startsWith("org.springframework.boot.");
  }

  private static TaskExecutorAdapter executor(ConfigurableListableBeanFactory beans) {
    TaskExecutorAdapter adapter =
        new TaskExecutorAdapter(beans.getBean(Stages.class).executor(Stages.TASKS).orElseThrow());
    beans
        .getBeanProvider(TaskDecorator.class)
        .orderedStream()
        .reduce((first, next) -> task -> next.decorate(first.decorate(task)))
        .ifPresent(adapter::setTaskDecorator);
    return adapter;
  }
}
