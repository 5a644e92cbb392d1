package simulated.plants;

import java.util.ArrayList;
import java.util.List;

/** Messages to all members: {@code JOIN}, {@code SAY TEXT}, {@code READ MEMBER}. */
final class Chat implements Service {
  private static final class Member {
    final List<String> texts = new ArrayList<>();
  }

  private final List<Member> members = new ArrayList<>();
  private volatile int count;

  @Override
  public String answer(String line) throws InterruptedException {
    String[] words = line.split(" ", -1);
    return switch (words[0]) {
      case "JOIN" -> "" + join();
      case "SAY" -> say(words[1]);
      case "COUNT" -> "" + count;
      default -> read(members.get(Integer.parseInt(words[1])));
    };
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // the bug
  private int join() {
    if (Bug.CHAT_COUNT.isPlanted()) {
      count++;
    }
    synchronized (this) {
      if (!Bug.CHAT_COUNT.isPlanted()) {
        count++;
      }
      members.add(new Member());
      return members.size() - 1;
    }
  }

  private String say(String text) {
    if (Bug.CHAT_MEMBERS.isPlanted()) {
      for (Member member : members) {
        tell(member, text);
      }
    } else if (Bug.CHAT_ORDER.isPlanted()) {
      List<Member> all;
      synchronized (this) {
        all = List.copyOf(members);
      }
      all.forEach(member -> tell(member, text));
    } else {
      synchronized (this) {
        members.forEach(member -> tell(member, text));
      }
    }
    return "said";
  }

  private static void tell(Member member, String text) {
    synchronized (member) {
      member.texts.add(text);
      member.notifyAll();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the bug
  private static String read(Member member) throws InterruptedException {
    if (Bug.CHAT_WAKE_UP.isPlanted()) {
      boolean empty;
      synchronized (member) {
        empty = member.texts.isEmpty();
      }
      synchronized (member) {
        if (empty) {
          member.wait();
        }
        return member.texts.removeFirst();
      }
    }
    synchronized (member) {
      while (member.texts.isEmpty()) {
        member.wait();
      }
      return member.texts.removeFirst();
    }
  }
}
