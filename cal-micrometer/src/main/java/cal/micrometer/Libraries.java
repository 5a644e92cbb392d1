package cal.micrometer;

/** The libraries on the class path, by this class's loader. */
final class Libraries {
  private Libraries() {}

  static boolean has(String type) {
    try {
      Class.forName(type, false, Libraries.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }
}
