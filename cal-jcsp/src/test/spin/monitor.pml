/* The csp monitor: one oracle, CLIENTS threads that come, wait with or without a time limit, and
 * signal. As in cal.jcsp.Oracle and Region: requests are read one at a time, then words of the
 * thread inside alone; a signalled thread's request is written by the oracle itself; alarms ask
 * for a thread, and are stale if it has been signalled by then.
 *
 * Checked: nobody is inside with another, each wait ends for one reason, no signal is lost, nothing
 * is left in a channel, and every thread comes to its end.
 */
#ifndef CLIENTS
#define CLIENTS 3
#endif
#define REQUESTS (2 * CLIENTS)

mtype = { COMES, SIGNALLED, EXPIRED, LEAVES, WAITS, SIGNALS, SIGNALS_ALL };

chan requests = [REQUESTS] of { byte, mtype };
chan words = [CLIENTS] of { mtype, byte };
chan admission[CLIENTS] = [1] of { mtype };
chan waiting = [CLIENTS] of { byte };

byte inside = 0;   /* threads in the region */
byte token = 0;    /* what the waiters without a limit wait for */
byte ended = 0;
bit waits[CLIENTS];

inline letInAgain(who) {
  waits[who] = 0;
  requests!who, SIGNALLED;
}

proctype Oracle() {
  byte who, first;
  mtype reason, word;
  bit busy;
read:
end:
  requests?who, reason;
  if
  :: reason == EXPIRED && !waits[who] -> goto read  /* stale: it has been signalled */
  :: reason == EXPIRED && waits[who] ->
     waits[who] = 0;
     waiting??eval(who)
  :: else -> skip
  fi;
#ifdef IMPATIENT
  /* A mistake for the test: it admits without listening to the one inside. */
  admission[who]!reason;
  goto read;
#endif
  admission[who]!reason;
  busy = 1;
  do
  :: busy ->
     words?word, who;
     if
     :: word == LEAVES -> busy = 0
     :: word == WAITS -> waits[who] = 1; waiting!who; busy = 0
     :: word == SIGNALS ->
#ifndef DEAF
        /* DEAF, a mistake for the test: signals are heard and lost. */
        if
        :: nempty(waiting) -> waiting?first; letInAgain(first)
        :: empty(waiting) -> skip
        fi
#else
        skip
#endif
     :: word == SIGNALS_ALL ->
        do
        :: nempty(waiting) -> waiting?first; letInAgain(first)
        :: empty(waiting) -> break
        od
     fi
  :: else -> break
  od;
  goto read
}

proctype Alarm(byte me) {
  requests!me, EXPIRED
}

inline enter() {
  requests!me, COMES;
  admission[me]?reason;
  assert(reason == COMES);
  comeIn()
}

inline comeIn() {
  inside++;
  assert(inside == 1)
}

inline leave() {
  inside--;
  words!LEAVES, me
}

inline await() {
  inside--;
  words!WAITS, me;
  admission[me]?reason;
  assert(reason != COMES);
  comeIn()
}

/* Takes a token, and waits for it as long as it must. */
proctype Taker(byte me) {
  mtype reason;
  enter();
  do
  :: token == 0 -> await(); assert(reason == SIGNALLED)
  :: else -> break
  od;
  token--;
  leave();
  ended++
}

/* Waits once, with a limit; a signal that reaches it is passed on. */
proctype Timed(byte me) {
  mtype reason;
  enter();
  run Alarm(me);
  await();
  if
  :: reason == SIGNALLED -> words!SIGNALS, me
  :: else -> skip
  fi;
  leave();
  ended++
}

/* Gives a token, and wakes one, or all. */
proctype Giver(byte me) {
  mtype reason;
  enter();
  token++;
  if
  :: words!SIGNALS, me
  :: words!SIGNALS_ALL, me
  fi;
  leave();
  ended++
}

init {
  atomic {
    run Oracle();
    run Taker(0);
    run Giver(1);
    run Timed(2)
  }
  ended == CLIENTS;
  /* All have ended: nobody is inside or waits, and no request or word is left but stale alarms. */
  assert(inside == 0 && token == 0 && empty(waiting) && empty(admission[0])
      && empty(admission[1]) && empty(admission[2]))
}
