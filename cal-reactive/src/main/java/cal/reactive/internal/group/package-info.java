/**
 * The loops of one model in one runtime, which its stages share: their number, their scheduling,
 * and the choice of a loop for an activity. The room makes all that the rooms beneath it define.
 */
package cal.reactive.internal.group;
