package cal.proactor;

class IoUringTest extends ProviderContract {
  @Override
  AioConfig config() {
    return new AioConfig("io_uring", AioConfig.Leadership.SHARED);
  }
}
