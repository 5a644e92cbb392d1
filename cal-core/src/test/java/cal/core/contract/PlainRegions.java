package cal.core.contract;

/** Regions under a policy, without the check that all threads end. */
public final class PlainRegions extends RegionFixture {
  public PlainRegions(String policy) {
    super(
        new SynchronizationContract() {
          @Override
          protected String policy() {
            return policy;
          }
        });
  }
}
