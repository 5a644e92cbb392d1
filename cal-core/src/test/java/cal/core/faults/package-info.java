/**
 * Faults thrown into the path of an activity: {@code SeamLoader} loads a second copy of CAL, in
 * which each place that may fail announces itself to {@code Seams} first. Shared by both copies.
 */
package cal.core.faults;
