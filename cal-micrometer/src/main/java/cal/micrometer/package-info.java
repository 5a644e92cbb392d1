/**
 * What those who run servers look at, and what activities take along.
 *
 * <pre>
 *  Stage --counts--> MeterProvider ---> Meters, ReadAheadMeters ---> Micrometer's global registry
 *  captured call --> MeterProvider ---> StageClock (how long it waits, how long it runs)
 *                '-> ContextProvider -> CarriedContext (MDC, traces of the caller)
 * </pre>
 *
 * Found by cal-core where this is on the class path. Each of the two does nothing where the library
 * that it serves is not.
 */
package cal.micrometer;
