import { clocksDifferMilliseconds } from "@ornament/platform/commands/recorded-time";
import { forWriting } from "@ornament/platform/mongodb/counters";
import { codeOf, duplicateKey } from "@ornament/platform/mongodb/outage";
import type { Collection, Db } from "mongodb";

/** The lifetime of a lease. A projector that has ended delays others for this time. */
export const leaseMilliseconds = 6_000;
export const renewMilliseconds = 1_500;

interface LeaseDocument {
  _id: string;
  holder: string;
  until: Date;
}

const _id = "projector";
const leases = (db: Db) => db.collection<LeaseDocument>("leases");

export async function isLeaseHeld(db: Db, now: Date): Promise<boolean> {
  return (await leases(db).findOne({ _id, until: { $gte: now } })) !== null;
}

/** Makes one projector active and the others standbys. It only avoids double work: checkpoints protect the data. */
export class Lease {
  readonly #leases: Collection<LeaseDocument>;
  readonly #holder: string;
  readonly #now: () => Date;

  /** @param holder the id of this projector; another one gets the lease when it is released or has expired */
  constructor(db: Db, holder: string, now: () => Date) {
    this.#leases = forWriting(leases(db));
    this.#holder = holder;
    this.#now = now;
  }

  /** Takes the lease or renews it. `false` if another projector holds it. */
  async take(): Promise<boolean> {
    const holder = this.#holder;
    const until = this.#until();
    // A clock that was ahead wrote it. Without this, nobody could take the lease of a projector that has ended
    // before that time.
    const beyondAnyLease = new Date(until.getTime() + clocksDifferMilliseconds);
    const free = {
      _id,
      $or: [{ holder }, { until: { $lt: this.#now() } }, { until: { $gt: beyondAnyLease } }],
    };
    try {
      await this.#leases.updateOne(free, { $set: { holder, until } }, { upsert: true });
      return true;
    } catch (error) {
      if (codeOf(error) === duplicateKey) return false;
      throw error;
    }
  }

  /** Renews the lease. `false` if it is lost, or the document store was emptied. */
  async renew(): Promise<boolean> {
    const own = { _id, holder: this.#holder };
    return (await this.#leases.updateOne(own, { $set: { until: this.#until() } })).matchedCount === 1;
  }

  async release(): Promise<void> {
    await this.#leases.deleteOne({ _id, holder: this.#holder });
  }

  #until(): Date {
    return new Date(this.#now().getTime() + leaseMilliseconds);
  }
}
