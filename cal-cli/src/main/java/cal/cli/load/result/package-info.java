/** Figures of a round of load: answers, errors, latencies, fairness. */
package cal.cli.load.result;
