/** Sockets over the JDK's channels, and threads for files: for providers in common. */
package cal.proactor.internal.channel;
