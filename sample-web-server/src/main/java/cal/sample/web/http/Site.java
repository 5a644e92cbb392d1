package cal.sample.web.http;

/**
 * The parts that all connections share. Immutable.
 *
 * @param handler answers requests
 * @param limits of each connection
 * @param log of answers
 */
public record Site(Handler handler, Limits limits, AccessLog log) {}
