/** Meetings of threads without a lock. The room knows nothing of operations. */
package cal.proactor.internal.concurrent;
