/**
 * Meters of each stage for Micrometer, and the context of callers for activities.
 *
 * <pre>
 *  Stage --counts--> MeterProvider ---> Meters, ReadAheadMeters ---> Micrometer's global registry
 *                                          '-> StageMeters -> ModelMeters, one a model it has had
 *  captured call --> MeterProvider ---> StageClock (how long it waits, how long it runs)
 *                '-> ContextProvider -> CarriedContext (MDC, traces of the caller)
 * </pre>
 *
 * <p>cal-core finds both where this module is on the class path. Without its library, each does
 * nothing.
 */
package cal.micrometer;
