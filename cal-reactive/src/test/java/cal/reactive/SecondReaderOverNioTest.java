package cal.reactive;

class SecondReaderOverNioTest extends SecondReaderContract {
  SecondReaderOverNioTest() {
    super("nio");
  }
}
