package cal.sample.upload;

/**
 * A store that is waited for: a database, a slow device, another server. Each implementation may be
 * used by many threads.
 */
public interface BlockingStore extends Store {}
