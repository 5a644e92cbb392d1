package cal.proactor.internal.uring;

import cal.core.internal.os.Ring;
import cal.proactor.internal.channel.Alarm;

/** An alarm by a message to a ring, which is closed with the alarm. Linux 6.13. */
final class MessageAlarm extends Alarm {
  private final Ring ring;

  MessageAlarm(Ring ring, long userData) {
    this.ring = ring;
    ring.messages(userData);
  }

  /** A ring of one thread takes messages once its thread has entered, which is about to. */
  @Override
  protected void signal() {
    while (!ring.send()) {
      Thread.onSpinWait();
    }
  }

  @Override
  protected void release() {
    ring.close();
  }
}
