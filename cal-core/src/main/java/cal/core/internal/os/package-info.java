/**
 * Calls of the operating system by the foreign-function API, and the descriptors that they take.
 *
 * <pre>
 *  cores        Affinity --&gt; sched_setaffinity
 *  channels     JdkChannels --&gt; a descriptor --&gt; Linux: recv, send, eventfd
 *  waits        EpollCalls, PollCalls
 *  operations   Ring --&gt; RingMemory, RingCalls: io_uring_setup, io_uring_enter, mmap
 * </pre>
 *
 * <p>Event loops and the library of asynchronous operations stand on these. Numbers and layouts are
 * those of Linux on x86-64 and aarch64.
 */
package cal.core.internal.os;
