package cal.bench.micro;

/** Calls outside the binding's pointcuts: {@code within} includes nested types, so not one. */
final class Direct {
  private Direct() {}

  static int answer(Procedure procedure) {
    return procedure.answer();
  }
}
