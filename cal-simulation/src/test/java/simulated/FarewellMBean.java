package simulated;

/** Shows nothing. */
public interface FarewellMBean {}
