/**
 * Clients that are no good company: they trickle, flood, leave in mid-request, stand still, or ask
 * for what takes long.
 */
package cal.bench.rough;
