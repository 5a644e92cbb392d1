/* A loop that threads take from each other, as in cal.reactive.internal.loop.LoopThread: a server
 * and two spare threads, any of which takes the loop at any moment within a turn. Workers run steps,
 * and the threads run the other turns. A worker looks for its next step between two turns, puts any
 * other turn back, and waits in a turn of its own: there, too, the loop may be taken, and the worker
 * be given a step.
 *
 * Checked: each added turn runs once, a single thread at a time serves the loop, a single thread
 * ends the loop, and all threads are spare in the end. Turn 2 lasts until turn 3 is over, and turn 3
 * may come when all else is done.
 *
 * Mistakes for the test: with FORGETS and TWICE a thread keeps a found turn to itself. FORGETS loses
 * the turn with the loop. TWICE runs the turn with the number of a server. HASTY ends the loop
 * without a look at turns from a thread detached just before. LEAVES does not wait for a thread kept
 * by a turn.
 */
#define NONE 255
#define isStep(turn) (turn < 2)
#define isWorker(turn) (turn >= 4 && turn != NONE)
#define CAN_LEND ((number[server] & 1) && !taken[server])
#define PRESENT (server * 32 + number[server])

chan queue = [6] of { byte };    /* 0 and 1 are steps, 2 and 3 other turns, 4 and 5 workers */
byte front = NONE;               /* the turn put back */
byte number[3];                  /* of the present turn of a thread, odd within a turn */
bit taken[3];                    /* the sign of the number */
byte server = 0, attached = 1;   /* the thread named by the loop, and the number of threads */
byte relieved = NONE;            /* the last turn with a spare thread called for */
byte owner = 0;                  /* for the claims: the thread that is to serve the loop */
byte made = 0, given[2] = NONE;  /* workers, and their steps */
bit isFree[2], parked[2];
bit closed = 0;
byte ran[4], finished = 0;

inline begin() {
#ifdef FORGETS
  atomic { number[me]++; taken[me] = lost }
#else
  number[me]++
#endif
}

inline endTurn() {
  atomic { lost = lost || taken[me]; taken[me] = 0; number[me]++ }
}

inline nextTurn() {
  turn = NONE;
  if
  :: pending != NONE -> turn = pending; pending = NONE
  :: pending == NONE && !lost ->
     atomic {
       assert(owner == me);
       if
       :: front != NONE -> turn = front; front = NONE
       :: front == NONE && nempty(queue) -> queue?turn
       :: front == NONE && empty(queue)
       fi
     }
  :: else
  fi
}

proctype LoopThread(byte me) {
  byte kept, lent, turn, w, pending = NONE;
  bit lost = 0;
  if :: me == 0 -> goto serve :: else fi;
idle:
end:
  atomic {
    CAN_LEND && relieved != PRESENT;
    relieved = PRESENT;
    kept = server;
    lent = number[kept]
  };
  attached++;
  atomic {
    if
    :: number[kept] == lent && !taken[kept] ->
       assert(owner == kept); taken[kept] = 1; owner = me; goto serve
    :: else
    fi
  };
detach:
#ifdef LEAVES
  atomic { if :: attached > 1 -> attached--; goto idle :: else -> owner = me fi };
#else
  atomic { assert(attached > 1); attached--; goto idle };
#endif
serve:
  lost = 0; server = me;
between:
  nextTurn();
  if
  :: turn == NONE && lost -> goto detach
  :: turn == NONE && !lost ->
     if
     :: nempty(queue) || front != NONE -> goto between
     :: closed && empty(queue) && front == NONE -> goto finish
     fi
  :: turn != NONE && isStep(turn) ->
     if
     :: isFree[0] -> w = 0
     :: !isFree[0] && isFree[1] -> w = 1
     :: else -> w = made; made++; parked[w] = 1
     fi;
     isFree[w] = 0;
     atomic {
       given[w] = turn;
       if
       :: parked[w] -> parked[w] = 0
       :: else -> goto between /* the worker finds the step before its wait, or queues */
       fi
     };
     begin()
  :: isWorker(turn) -> w = turn - 4; begin()
  :: else ->
     begin();
     if :: turn != 2 || ran[3] == 1 fi;
     ran[turn]++;
     endTurn();
     goto between
  fi;
mounted:
  turn = given[w]; given[w] = NONE; ran[turn]++;
next:
  endTurn();
#ifdef FORGETS
  if :: lost -> pending = NONE :: else fi;
#endif
  nextTurn();
  if
  :: isStep(turn) -> begin(); ran[turn]++; goto next
#if defined(FORGETS) || defined(TWICE)
  :: turn != NONE && !isStep(turn) -> pending = turn
#else
  :: turn != NONE && !isStep(turn) -> front = turn
#endif
  :: else
  fi;
  if :: lost -> goto between /* the worker ends */ :: else -> isFree[w] = 1; begin() fi;
  if :: given[w] != NONE -> goto mounted :: else fi;
  atomic { if :: given[w] != NONE -> queue!4 + w :: given[w] == NONE -> parked[w] = 1 fi };
  endTurn();
  goto between;
finish:
#ifdef LEAVES
  atomic { if :: attached > 1 -> attached--; goto idle :: else fi };
#else
  if :: attached == 1 :: attached > 1 && nempty(queue) -> goto between fi;
#endif
#ifndef HASTY
  if :: nempty(queue) -> goto between :: empty(queue) fi;
#endif
  finished++;
  goto idle
}

init {
  atomic { run LoopThread(0); run LoopThread(1); run LoopThread(2) }
  queue!0; queue!2; queue!1;
  closed = 1;
  queue!3;
  timeout;
  assert(ran[0] == 1 && ran[1] == 1 && ran[2] == 1 && ran[3] == 1);
  assert(finished == 1 && attached == 1)
}
