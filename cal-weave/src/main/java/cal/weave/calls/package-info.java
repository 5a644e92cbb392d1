/**
 * The calls that CAL captures, by a record, a file or patterns, and the methods that run in them.
 */
package cal.weave.calls;
