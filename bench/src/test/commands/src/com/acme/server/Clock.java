package com.acme.server;

import java.util.concurrent.locks.LockSupport;

/** A thread that a server has of its own. */
public final class Clock {
  private Clock() {}

  public static void start() {
    Thread thread = new Thread(() -> tick(), "clock");
    thread.setDaemon(true);
    thread.start();
  }

  private static void tick() {
    while (!Thread.interrupted()) {
      LockSupport.park();
    }
  }
}
