package cal.reactive;

/** Both ends are used by activities that the JDK schedules, as where no loop can. */
class OnTheJdksSchedulerTest extends OnOneLoopTest {
  @Override
  String scheduler() {
    return "jdk";
  }
}
