package cal.proactor;

class IoUringDedicatedTest extends ProviderContract {
  @Override
  AioConfig config() {
    return new AioConfig("io_uring", AioConfig.Leadership.DEDICATED);
  }
}
