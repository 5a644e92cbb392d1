/**
 * HTTP/1.1 (RFC 9110, 9112): a {@link cal.sample.web.http.Request} is read, passes each {@link
 * cal.sample.web.http.Filter} to a {@link cal.sample.web.http.Handler}, and the {@link
 * cal.sample.web.http.Response} is sent. Nothing here knows files.
 */
package cal.sample.web.http;
