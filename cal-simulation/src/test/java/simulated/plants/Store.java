package simulated.plants;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Numbers by keys: {@code ADD K}, {@code CAS K OLD NEW}, {@code MOVE K K}, {@code SUM}. */
final class Store implements Service {
  static final class Entry {
    int number = 100;
    final AtomicInteger hits = new AtomicInteger();
  }

  final Map<String, Entry> entries = new ConcurrentHashMap<>();

  Entry entry(String key) {
    if (Bug.STORE_ENTRY.isPlanted()) {
      Entry entry = entries.get(key);
      if (entry == null) {
        entry = new Entry();
        entries.put(key, entry);
      }
      return entry;
    }
    return entries.computeIfAbsent(key, one -> new Entry());
  }

  @Override
  public String answer(String line) {
    String[] words = line.split(" ", -1);
    return switch (words[0]) {
      case "HIT" -> "" + entry(words[1]).hits.incrementAndGet();
      case "ADD" -> "" + add(entry(words[1]));
      case "CAS" ->
          "" + compare(entry(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3]));
      case "MOVE" -> move(words[1], words[2]);
      default -> "" + sum();
    };
  }

  private static int add(Entry entry) {
    if (Bug.STORE_INCREMENT.isPlanted()) {
      return ++entry.number;
    }
    synchronized (entry) {
      return ++entry.number;
    }
  }

  private static boolean compare(Entry entry, int old, int now) {
    boolean same;
    synchronized (entry) {
      same = entry.number == old;
      if (same && !Bug.STORE_COMPARE.isPlanted()) {
        entry.number = now;
      }
    }
    if (same && Bug.STORE_COMPARE.isPlanted()) {
      synchronized (entry) {
        entry.number = now;
      }
    }
    return same;
  }

  private String move(String from, String to) {
    boolean turned = from.compareTo(to) > 0 && !Bug.STORE_LOCK_ORDER.isPlanted();
    Entry first = entry(turned ? to : from);
    Entry second = entry(turned ? from : to);
    synchronized (first) {
      synchronized (second) {
        entry(from).number--;
        entry(to).number++;
      }
    }
    return "moved";
  }

  private int sum() {
    Entry a = entry("a");
    Entry b = entry("b");
    if (Bug.STORE_SUM.isPlanted()) {
      return a.number + b.number;
    }
    synchronized (a) {
      synchronized (b) {
        return a.number + b.number;
      }
    }
  }
}
