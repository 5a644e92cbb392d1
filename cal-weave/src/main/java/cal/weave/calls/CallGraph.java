package cal.weave.calls;

import cal.weave.calls.Captured.Role;
import cal.weave.code.CallSite;
import cal.weave.code.Dispatch;
import cal.weave.code.Lambdas;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The methods that may answer a call, by {@link Dispatch}, and those that are captured. */
public final class CallGraph {
  private final Program program;
  private final Captured captured;
  private final Lambdas lambdas;
  private final Dispatch dispatch;

  public CallGraph(Program program, Captured captured) {
    this.program = program;
    this.captured = captured;
    this.lambdas = new Lambdas(program);
    this.dispatch = new Dispatch(program, lambdas);
  }

  public Program program() {
    return program;
  }

  public Lambdas lambdas() {
    return lambdas;
  }

  /** The methods with code behind a call; none without such a method in the given classes. */
  public Set<Procedure> targets(CallSite site) {
    return dispatch.targets(site);
  }

  public boolean isRegion(Procedure procedure) {
    return captured.is(Role.REGION, program, procedure.name());
  }

  /** Whether a method's own monitors are regions. */
  public boolean isMonitor(Procedure procedure) {
    return captured.is(Role.MONITOR, program, procedure.name());
  }

  /** Whether a call stands in a region that was a {@code synchronized} block. */
  public boolean isInBlock(CallSite site) {
    return site.caller().body().isGuarded(site.at()) && isMonitor(site.caller());
  }

  /** Whether a call is captured; AspectJ does not capture calls on {@code super}. */
  public boolean isCaptured(CallSite site) {
    return is(Role.SPAWN, site) || is(Role.HAND_OFF, site);
  }

  public boolean is(Role role, CallSite site) {
    return stage(role, site) != null;
  }

  /** The stage by which a call is captured, or null. */
  public String stage(Role role, CallSite site) {
    return site.isStatic() || site.isDispatched() ? captured.name(role, program, site) : null;
  }

  /** Whether a method has a role, as declared. */
  public boolean is(Role role, Procedure procedure) {
    return captured.is(role, program, procedure.name());
  }

  /** Whether a spawned call may stand in a method, by the names of its callees. */
  public boolean mentionsSpawned(Procedure procedure) {
    return procedure.mentions(captured::mayBeSpawned);
  }

  /** The methods that the threads of activities call first. */
  public List<Procedure> activities() {
    return procedures(Role.SPAWN, Role.BUSY);
  }

  /** The methods with a role, in the order of the roles. */
  public List<Procedure> procedures(Role... roles) {
    return Stream.of(roles).flatMap(role -> captured.procedures(role, program).stream()).toList();
  }
}
