package cal.bench.baseline;

/** The two services of the sample server. */
enum Protocol {
  UPLOAD,
  FACTOR
}
