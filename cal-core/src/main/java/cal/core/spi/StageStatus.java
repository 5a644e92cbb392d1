package cal.core.spi;

/**
 * The counts of one stage at a moment: {@code captured = active + queued + rejected + failed +
 * completed}, up to what changes while they are read.
 *
 * @param stage the stage's name
 * @param model the model that runs it
 * @param captured calls captured since the start
 * @param active activities that run, or wait between two steps of their own
 * @param queued activities that wait for a worker
 * @param rejected activities refused at admission, or admitted and ended before they began
 * @param failed activities that ended with an exception
 * @param completed activities that ended normally
 * @param steps steps that have ended: of a server that keeps connections, most are requests
 * @param limit activities that may be in flight; 0 if they proceed in their caller
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
    int limit) {}
