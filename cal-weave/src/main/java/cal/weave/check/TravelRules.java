package cal.weave.check;

import cal.weave.calls.Captured;
import cal.weave.calls.Captured.Role;
import cal.weave.code.Procedure;
import cal.weave.code.Program;
import java.io.Serializable;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.TreeSet;

/**
 * Rule 6, CAL's own: a call for a cluster needs no object of a class without serialization.
 * Interfaces and abstract classes are left to the call.
 */
final class TravelRules {
  private static final String SERIALIZABLE = "java/io/Serializable";
  private static final String MEMBER_SERVICE = "cal/cluster/MemberService";

  private final Program program;

  private TravelRules(Program program) {
    this.program = program;
  }

  static Set<Finding> check(Program program, Captured captured) {
    TravelRules rules = new TravelRules(program);
    Set<Finding> findings = new TreeSet<>();
    for (Procedure procedure : captured.procedures(Role.CLUSTER, program)) {
      if (procedure.isInitializer()) {
        continue;
      }
      Set<String> types = new TreeSet<>();
      procedure.type().parameterList().forEach(type -> rules.add(type, types));
      rules.add(procedure.type().returnType(), types);
      if (!procedure.isStatic()
          && !captured.is(Role.SERVED, program, procedure.name())
          && !program.supertypes(procedure.owner()).contains(MEMBER_SERVICE)) {
        types.add(procedure.owner());
      }
      types.stream()
          .filter(rules::stays)
          .map(type -> type.replace('/', '.').replace('$', '.'))
          .forEach(type -> findings.add(Finding.at(Rule.STAYS, procedure, 0, type)));
    }
    return findings;
  }

  private void add(ClassDesc type, Set<String> types) {
    if (type.isArray()) {
      add(type.componentType(), types);
    } else if (type.isClassOrInterface()) {
      String descriptor = type.descriptorString();
      types.add(descriptor.substring(1, descriptor.length() - 1));
    }
  }

  private boolean stays(String type) {
    if (!program.has(type)) {
      return staysInJdk(type);
    }
    return !program.model(type).flags().has(AccessFlag.ABSTRACT)
        && program.supertypes(type).stream()
            .noneMatch(above -> above.equals(SERIALIZABLE) || travelsInJdk(above));
  }

  private static boolean staysInJdk(String type) {
    Class<?> known = inJdk(type);
    return known != null
        && known != Object.class
        && !Modifier.isAbstract(known.getModifiers())
        && !Serializable.class.isAssignableFrom(known);
  }

  private static boolean travelsInJdk(String type) {
    Class<?> known = inJdk(type);
    return known != null && Serializable.class.isAssignableFrom(known);
  }

  /** Null for a class outside the JDK, of which nothing is known. */
  private static Class<?> inJdk(String type) {
    try {
      return Class.forName(type.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
    } catch (ClassNotFoundException | LinkageError unknown) {
      return null;
    }
  }
}
