/**
 * The floor of the module: names given by ajc and CAL, the parser of method patterns, hints, and
 * mistakes.
 */
package cal.weave.support;
