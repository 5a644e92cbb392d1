package cal.weave.check;

/** The rules of concurrency-aware servers: the paper's three rules in parts, and CAL's own. */
enum Rule {
  ENDLESS_LOOP(
      "1.1",
      "an activity has a loop that ends by an exception only",
      "do one round and return true while there is more to do"),
  ENDLESS_RECURSION(
      "1.2", "an activity calls itself on every path", "return true where it calls itself"),
  USED_RESULT(
      "1.3",
      "the caller uses the result of the spawned %s",
      "only drive it by while (%s()), or hand the call off"),
  CLOSED_BY_CALLER(
      "2.1", "the caller closes what the spawned %s uses", "let the activity close it at its end"),
  CHANGED_BY_CALLER(
      "2.2",
      "the caller sets a field of what the spawned %s uses, after the spawn",
      "pass it to the constructor or to the call"),
  SYNCHRONIZED(
      "3.1",
      "an activity runs synchronized code",
      "make it a method and bind it as a critical region"),
  WAITS(
      "3.2",
      "an activity calls %s outside any critical region",
      "call it in a method that is bound as a critical region"),
  LOCKS(
      "3.3",
      "an activity calls %s",
      "make what it guards a method and bind it as a critical region"),
  THREADS(
      "3.4", "an activity starts threads by %s", "call a method there, and bind it as an activity"),
  SHARED_FIELD(
      "3.5",
      "activities write the shared field %s outside any critical region",
      "write it in a method that is bound as a critical region"),
  SHARED_COLLECTION(
      "3.6",
      "activities change the shared %s outside any critical region",
      "change it in a method that is bound as a critical region, or make it a collection of"
          + " java.util.concurrent"),
  HAND_OFF_IN_REGION(
      "4.1", "a critical region hands off %s", "hand it off before the region or after it"),
  LEFT_INPUT(
      "5.1",
      "stage %s reads from a buffer here, of which what it awaits asks nothing",
      "return null in awaits(..) while that has input left, or name it in cal.yaml (buffer:)"),
  STAYS(
      "6.1",
      "a call for a cluster needs an object of %s, which does not travel",
      "make it java.io.Serializable, hand off a static method, or make a target a service of each"
          + " member (cluster.target=service)");

  private final String number;
  private final String sentence;
  private final String remedy;

  Rule(String number, String sentence, String remedy) {
    this.number = number;
    this.sentence = sentence;
    this.remedy = remedy;
  }

  String number() {
    return number;
  }

  /** The sentence and its remedy, about something. */
  String about(String what) {
    String name = what.substring(what.lastIndexOf('.') + 1);
    return sentence.replace("%s", what) + "; " + remedy.replace("%s", name);
  }
}
