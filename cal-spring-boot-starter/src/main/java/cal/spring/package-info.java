/**
 * Spring Boot: the executors of an application are stages, under the models that its properties
 * name.
 *
 * <pre>
 *   application.properties --&gt; ApplicationSettings --&gt; Stages --opens--&gt; tomcat: requests
 *                                                        |               application-task-executor:
 *                                                        |               tasks of {@code @Async}
 *      StageDrain: at the close of the context ----------'
 *      StageAvailability, CalEndpoint: look at the stages
 * </pre>
 *
 * Without a model in the properties, all stays Boot's. Boot finds this package by its list of
 * auto-configurations; nothing here is for applications to call.
 */
package cal.spring;
