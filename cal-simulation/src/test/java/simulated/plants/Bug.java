package simulated.plants;

/**
 * The planted bugs of six servers. In brackets: the first seed that finds the bug, by {@code
 * RandomStalls} and by {@code Priorities}.
 */
public enum Bug {
  /** Store: a number is read and written in two steps. (3, 15) */
  STORE_INCREMENT,
  /** Store: a comparison and its write are two steps. (35, 138) */
  STORE_COMPARE,
  /** Store: a move locks its keys in the order of the request. (1, 129) */
  STORE_LOCK_ORDER,
  /** Store: a sum looks in the middle of a move. (5, 38) */
  STORE_SUM,
  /** Store: two threads make the entry of a key. (1, 38) */
  STORE_ENTRY,
  /** Chat: two messages reach two members in different orders. (4, 38) */
  CHAT_ORDER,
  /** Chat: a message comes between the look and the wait. (32, 961) */
  CHAT_WAKE_UP,
  /** Chat: members are told while another joins. (3, 7) */
  CHAT_MEMBERS,
  /** Chat: the number of members is volatile, and counted in two steps. (44, 260) */
  CHAT_COUNT,
  /** Post: a mail is acknowledged before it is stored. (74, 568) */
  POST_EARLY_ANSWER,
  /** Post: a mail is gone before its reader has it; needs a reset. (25, 25) */
  POST_LOST_AT_RESET,
  /** Post: two mails have one number. (2, 149) */
  POST_NUMBER,
  /** Post: all sessions write into one buffer. (2, 31) */
  POST_BUFFER,
  /** Queue: one thread is woken, which waits for something else. (3, 6) */
  QUEUE_NOTIFY,
  /** Queue: two workers take the same job. (1, 43) */
  QUEUE_TWICE,
  /** Queue: a permit is lost with a connection; needs a reset. (4, 4) */
  QUEUE_PERMIT,
  /** Queue: the end drops a job that was accepted. (1, 5) */
  QUEUE_DRAIN,
  /** Queue: a woken thread does not look again. (5, 26) */
  QUEUE_STOLEN,
  /** Bank: accounts are locked in the order of the request. (10, 86) */
  BANK_LOCK_ORDER,
  /** Bank: a balance is checked, and taken from later. (22, 38) */
  BANK_OVERDRAFT,
  /** Frames: a frame is acknowledged before it is on its device. */
  FRAMES_EARLY_ANSWER,
  /** Frames: the bytes of a frame are not synced. */
  FRAMES_BYTES,
  /** Frames: the name of a frame is not synced. */
  FRAMES_NAME,
  /** Frames: a frame is written under its name, and found in part. */
  FRAMES_TORN,
  /** Frames: after a failed sync, a second sync is believed. */
  FRAMES_SYNC_AGAIN,
  /** Frames: a write without room is not told. */
  FRAMES_FULL;

  /** Whether a bug is in the servers of this process. */
  static boolean isAnyPlanted() {
    return !"none".equals(System.getProperty("planted"));
  }

  /** Whether the bug is in the servers of this process. */
  boolean isPlanted() {
    return name().equals(System.getProperty("planted"));
  }
}
