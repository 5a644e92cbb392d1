/** The machine that is measured: its facts, its cores, its context switches. */
package cal.bench.process;
