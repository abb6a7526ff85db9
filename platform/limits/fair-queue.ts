import { Refusal } from "@ornament/contracts/errors";
import { waitInQueue } from "../deadline/deadline.ts";

/** Who asks for work. Names are served in turn; known callers are served before others. */
export interface Asker {
  readonly known: boolean;
  readonly name: string;
}

/** A place in the queue. It stays taken until it is left. */
export interface Place {
  /** Waits for its turn and runs the work. Throws `busy` if the wait took too long after all. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Lets others work while this work waits for something that needs no worker. Then it continues without another turn. */
  pause<T>(wait: () => Promise<T>): Promise<T>;
  leave(): void;
}

export interface FairQueueOptions {
  /** How many run at a time. */
  workers: number;
  /** A caller who would probably wait longer gets no place. */
  longestWaitMilliseconds: number;
  /** Most places for known callers, and as many for the others. */
  places: number;
  now?: () => number;
  onWaiting?: (waiting: number) => void;
}

interface Waiting {
  since: number;
  start: () => void;
  refuse: () => void;
}

/** Known callers get three of four turns while others wait too, so that nobody waits forever. */
const knownTurns = 3;
/** One account is one person. With more places, an attacker with a few accounts could take all places of known callers. */
const placesOfOneKnown = 8;
const firstGuessMilliseconds = 100;
/** The weight of the latest duration in the moving average. */
const weight = 0.1;
const retryAfterSeconds = 2;

/** The work of one place, and how long a worker was busy with it. */
class Task {
  /** How many parts of the work wait for something that needs no worker. */
  pauses = 0;
  ended = false;
  worked = 0;
  readonly #now: () => number;
  #since: number | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  get running(): boolean {
    return this.#since !== undefined;
  }

  continue(): void {
    this.#since = this.#now();
  }

  interrupt(): void {
    if (this.#since !== undefined) this.worked += this.#now() - this.#since;
    this.#since = undefined;
  }
}

/** Callers of one class, served in turn. */
class Lane {
  /** By name, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #places = new Map<string, number>();
  taken = 0;
  waiting = 0;

  placesOf(name: string): number {
    return this.#places.get(name) ?? 0;
  }

  enter(name: string): void {
    this.taken += 1;
    this.#places.set(name, this.placesOf(name) + 1);
  }

  leave(name: string): void {
    this.taken -= 1;
    const left = this.placesOf(name) - 1;
    if (left > 0) this.#places.set(name, left);
    else this.#places.delete(name);
  }

  add(name: string, item: Waiting): void {
    this.waiting += 1;
    const own = this.#waiting.get(name);
    if (own) own.push(item);
    else this.#waiting.set(name, [item]);
  }

  /** The next item of the name whose turn it is; that name then goes to the end. */
  next(): Waiting | undefined {
    for (const [name, own] of this.#waiting) {
      const item = own.shift();
      this.#waiting.delete(name);
      if (own.length > 0) this.#waiting.set(name, own);
      this.waiting -= 1;
      return item;
    }
    return undefined;
  }
}

/**
 * A queue with a limit in front of a few workers, fair between callers. The number of places depends on how long the work has
 * taken recently, so that a caller with a place is served within the longest wait, and all others are refused at once.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #now: () => number;
  readonly #lanes = { known: new Lane(), others: new Lane() };
  #running = 0;
  #average = firstGuessMilliseconds;
  #turnsOfKnown = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Throws `busy` if the wait would be too long, or if the caller's own share of the queue is used up. */
  enter({ known, name }: Asker): Place {
    const lane = known ? this.#lanes.known : this.#lanes.others;
    if (!this.#hasRoom(lane, name)) throw new Refusal("busy", { retryAfterSeconds });
    lane.enter(name);
    let left = false;
    const task = new Task(this.#now);
    return {
      run: (work) => this.#run(lane, name, task, work),
      pause: (wait) => this.#pause(task, wait),
      leave() {
        if (left) return;
        left = true;
        lane.leave(name);
      },
    };
  }

  #hasRoom(lane: Lane, name: string): boolean {
    const { known, others } = this.#lanes;
    const { workers, places, longestWaitMilliseconds } = this.#options;
    // One name gets at most half of the places of its class, also where the work takes so little time that all could wait.
    if (lane.taken >= places || lane.placesOf(name) >= places / 2) return false;
    if (lane === known && known.placesOf(name) >= placesOfOneKnown) return false;
    if (known.taken + others.taken < workers) return true;
    const before =
      lane === known
        ? known.taken + Math.min(others.taken, Math.ceil(known.taken / knownTurns))
        : others.taken + Math.min(known.taken, others.taken * knownTurns);
    const wait = (ahead: number) => (ahead * this.#average) / workers;
    return (
      wait(before) <= longestWaitMilliseconds && wait(lane.placesOf(name) * 2) <= longestWaitMilliseconds
    );
  }

  async #run<T>(lane: Lane, name: string, task: Task, work: () => Promise<T>): Promise<T> {
    await waitInQueue(this.#turn(lane, name));
    task.continue();
    try {
      return await work();
    } finally {
      const wasRunning = task.running;
      task.interrupt();
      task.ended = true;
      this.#average += (task.worked - this.#average) * weight;
      if (wasRunning) this.#freeWorker();
    }
  }

  /** Resolves when a worker is free, which is then taken. */
  #turn(lane: Lane, name: string): Promise<void> {
    return new Promise((resolve, reject) => {
      lane.add(name, {
        since: this.#now(),
        start: resolve,
        refuse: () => reject(new Refusal("busy", { retryAfterSeconds })),
      });
      this.#startNext();
    });
  }

  async #pause<T>(task: Task, wait: () => Promise<T>): Promise<T> {
    if (task.running) {
      task.interrupt();
      this.#freeWorker();
    }
    task.pauses += 1;
    try {
      return await wait();
    } finally {
      task.pauses -= 1;
      if (task.pauses === 0 && !task.ended) {
        this.#running += 1;
        task.continue();
      }
    }
  }

  #freeWorker(): void {
    this.#running -= 1;
    this.#startNext();
  }

  #startNext(): void {
    while (this.#running < this.#options.workers) {
      const next = this.#next();
      if (!next) break;
      // The estimate was wrong, or many known callers came: a refusal now is better than a later answer.
      if (this.#now() - next.since > 2 * this.#options.longestWaitMilliseconds) {
        next.refuse();
        continue;
      }
      this.#running += 1;
      next.start();
    }
    this.#options.onWaiting?.(this.#lanes.known.waiting + this.#lanes.others.waiting);
  }

  #next(): Waiting | undefined {
    const { known, others } = this.#lanes;
    const othersTurn = this.#turnsOfKnown >= knownTurns && others.waiting > 0;
    if (known.waiting > 0 && !othersTurn) {
      this.#turnsOfKnown += 1;
      return known.next();
    }
    this.#turnsOfKnown = 0;
    return others.next();
  }
}
