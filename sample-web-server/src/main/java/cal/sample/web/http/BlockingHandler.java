package cal.sample.web.http;

/** A handler with waits for more than sockets, for example for a database. */
public interface BlockingHandler extends Handler {}
