package cal.core.internal.region;

import cal.core.spi.SynchronizationPolicy;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.reflect.MethodSignature;

/**
 * The critical regions of one aspect, and how they exclude each other.
 *
 * <p>Immutable but for what the process has come to need. Where there are only monitors, a region
 * costs what {@code synchronized} does and nothing is noted until a hand-off is made. From then on
 * each thread notes what it is inside of, in its {@link RegionStack}.
 */
public final class Regions {
  /** Nothing need be noted of a region that its bound object guards. */
  public static volatile boolean plain = true;

  /** Nor of one that another object guards: the server waits for no conditions. */
  public static volatile boolean unconditional;

  /** By its name: aspects are compiled after classes. */
  public static final String LIBRARY = "cal.core.CriticalRegions";

  private static final StackWalker FRAMES =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  /** The name that ajc gives to around advice which it inlines into a woven class. */
  private static final Pattern INLINED = Pattern.compile(".*_aroundBody\\d+\\$advice");

  /** More than one policy is in use, so that a guard might be entered through two. */
  private static volatile boolean mixed;

  private static SynchronizationPolicy first;
  private static volatile boolean any;

  /** Some regions have keys: who is inside of one enters no other. */
  private static boolean keyed;

  /** Whether the JVM's own monitors exclude; the advice enters and leaves those. */
  public final boolean monitor;

  private final String name;

  /** Null for monitors. */
  private final SynchronizationPolicy policy;

  /** From a bound object to its guard, by a file; null where no file names a guard. */
  private final UnaryOperator<Object> mapping;

  /** For an aspect with keys; null before the first. */
  private volatile Stripes stripes;

  /**
   * The regions of an aspect.
   *
   * @param name its class name
   * @param policy how they exclude each other; null for monitors
   * @param mapping from a bound object to its guard; null where that is the object itself
   */
  public Regions(String name, SynchronizationPolicy policy, UnaryOperator<Object> mapping) {
    this.name = name;
    this.policy = policy;
    this.mapping = mapping;
    this.monitor = policy == null;
    count(policy);
    if (mapping instanceof Stripes) {
      key();
    }
  }

  private static synchronized void key() {
    keyed = true;
    unconditional = false;
  }

  private static synchronized void count(SynchronizationPolicy policy) {
    mixed |= any && first != policy;
    first = policy;
    any = true;
    if (policy != null) {
      note();
    }
  }

  /** From now on threads note each region. */
  private static synchronized void note() {
    unconditional = false;
    plain = false; // last: a thread that sees it sees the other, too
  }

  /**
   * A hand-off is about to be made, and its caller must know whether it is inside: each thread
   * notes the regions that it enters from now on. {@link #isOnStack} tells of those that it had
   * entered before.
   */
  static void handOff() {
    if (plain) {
      note();
    }
  }

  /** The server's code waits for no conditions and signals none, as far as it is woven. */
  public static synchronized void unconditional() {
    unconditional = plain && !keyed;
  }

  String name() {
    return name;
  }

  public SynchronizationPolicy policy() {
    return policy;
  }

  String policyName() {
    return policy == null ? SynchronizationPolicy.MONITOR : policy.name();
  }

  /** The guard of a bound object. */
  public Object guard(Object bound) {
    return mapping == null ? bound : mapping.apply(bound);
  }

  /**
   * Enters a region, but for a monitor, which the caller enters.
   *
   * @param stack what the calling thread is inside of; it leaves there, whatever this throws
   * @param bound the object that the pointcut bound
   * @param guard what it is mapped to
   */
  public void enter(RegionStack stack, Object bound, Object guard) {
    enter(stack, bound, guard, false);
  }

  /** The same of a region that perhaps only reads. */
  public void enter(RegionStack stack, Object bound, Object guard, boolean shared) {
    if (guard instanceof Stripes.Stripe stripe) { // of these regions alone
      stripe.requireAlone(stack.top(), name);
    } else if (mixed) {
      GuardPolicies.requireOne(guard, this);
    }
    if (guard == bound && monitor) {
      stack.enterMonitor();
    } else {
      stack.enter(bound, guard, policy, shared);
    }
  }

  /** Looks before a region that only reads; 0 where the region has to be entered. */
  public long glance(Object guard) {
    return policy == null ? 0 : policy.glance(guard);
  }

  /** Whether such a region has seen nothing half written, and counts. */
  public boolean isValid(Object guard, long glanced) {
    return policy.isValid(guard, glanced);
  }

  /** The guard of a key, from a fixed number. */
  public Object stripe(Object key) {
    Stripes all = stripes;
    return (all == null ? makeStripes() : all).apply(key);
  }

  private synchronized Stripes makeStripes() {
    if (stripes == null) {
      stripes = new Stripes();
      key();
    }
    return stripes;
  }

  /**
   * Whether the stack of the calling thread has a region, noted or not, in so far as the JVM's own
   * monitors exclude. It takes microseconds: for callers that would wait otherwise.
   */
  static boolean isOnStack() {
    return any && FRAMES.walk(frames -> frames.anyMatch(Regions::isAdvice));
  }

  /** The advice of a region, inlined into the woven class by ajc, or not. */
  private static boolean isAdvice(StackWalker.StackFrame frame) {
    String method = frame.getMethodName();
    return (INLINED.matcher(method).matches()
            && frame.getMethodType().parameterList().stream().anyMatch(Regions::isLibrary))
        || (method.startsWith("ajc$around$") && isLibrary(frame.getDeclaringClass()));
  }

  private static boolean isLibrary(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (c.getName().equals(LIBRARY)) {
        return true;
      }
    }
    return false;
  }

  /** The class whose method a region is: executed there, or called from elsewhere. */
  public static Class<?> declaringClass(JoinPoint.StaticPart region) {
    return JoinPoint.METHOD_EXECUTION.equals(region.getKind())
        ? region.getSourceLocation().getWithinType()
        : calledClass(region);
  }

  private static Class<?> calledClass(JoinPoint.StaticPart region) {
    return region.getSignature() instanceof MethodSignature method && method.getMethod() != null
        ? method.getMethod().getDeclaringClass()
        : region.getSignature().getDeclaringType();
  }
}
