/**
 * The loops of a model in a runtime, shared by its stages: their number, their scheduling, and the
 * choice of a loop for an activity. The room makes the parts of the rooms beneath.
 */
package cal.reactive.internal.group;
