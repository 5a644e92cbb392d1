/** Folders and files: the class path as the JVM reads it, and a folder that is the user's alone. */
package cal.agent.path;
