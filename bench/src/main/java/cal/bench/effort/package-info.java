/** Counts the parts of aspects. */
package cal.bench.effort;
