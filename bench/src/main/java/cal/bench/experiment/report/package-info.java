/** Runs of experiments, and the files that a run writes: JSON, Markdown, pictures, HTML. */
package cal.bench.experiment.report;
