package cal.sample.upload;

/**
 * A store with waits: a database, a slow device, another server. Each implementation may be used by
 * many threads.
 */
public interface BlockingStore extends Store {}
