/** Uploads as every server by hand has these: frames and answers, the store, the statistics. */
package cal.bench.baseline.upload;
