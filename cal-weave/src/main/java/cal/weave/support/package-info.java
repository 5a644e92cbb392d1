/**
 * The floor of the module: names that ajc and CAL give, the one parser of method patterns, hints,
 * and mistakes.
 */
package cal.weave.support;
