/**
 * The threads of loops, and help for a loop with its thread kept by a turn: an idle loop shares the
 * work, a spare thread relieves the loop's own, and the watchdog reports the turn.
 */
package cal.reactive.internal.relief;
