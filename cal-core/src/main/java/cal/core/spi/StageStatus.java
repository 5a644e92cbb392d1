package cal.core.spi;

/**
 * The counts of a stage at a moment: {@code captured = active + queued + rejected + failed +
 * completed}, up to changes during the reading.
 *
 * @param stage the stage's name
 * @param model of the stage
 * @param captured calls captured since the start
 * @param active running activities, and activities between two steps
 * @param queued activities waiting for a worker
 * @param rejected activities refused at admission, or admitted and ended before their begin
 * @param failed activities ended with an exception
 * @param completed activities ended normally
 * @param steps ended steps: for a server with kept connections, most are requests
 * @param limit the most activities in flight; 0 for calls in their caller
 * @param shed late steps that the server has refused in place: {@code busy} of the binding
 */
public record StageStatus(
    String stage,
    String model,
    long captured,
    int active,
    int queued,
    long rejected,
    long failed,
    long completed,
    long steps,
    int limit,
    long shed) {}
