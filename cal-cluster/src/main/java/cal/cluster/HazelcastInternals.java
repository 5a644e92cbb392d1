package cal.cluster;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.DefaultNodeExtension;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.instance.impl.NodeExtension;
import com.hazelcast.internal.util.ConcurrencyUtil;
import com.hazelcast.nio.MemberSocketInterceptor;
import java.util.concurrent.Executor;

/**
 * All use of Hazelcast's internal classes. The public API has no way to either: the community
 * edition ignores a configured socket interceptor, and no setting names the executor that completes
 * futures. Stateless.
 */
final class HazelcastInternals {
  private HazelcastInternals() {}

  /** Starts a member whose connections to other members pass an interceptor. */
  static HazelcastInstance start(Config config, MemberSocketInterceptor interceptor) {
    DefaultNodeContext parts =
        new DefaultNodeContext() {
          @Override
          public NodeExtension createNodeExtension(Node node) {
            return new DefaultNodeExtension(node) {
              @Override
              public MemberSocketInterceptor getSocketInterceptor(EndpointQualifier endpoint) {
                return interceptor;
              }
            };
          }
        };
    return HazelcastInstanceFactory.newHazelcastInstance(config, null, parts);
  }

  /** Completes futures by an executor. */
  static void completeBy(Executor executor) {
    ConcurrencyUtil.setDefaultAsyncExecutor(executor);
  }
}
