import { clocksDifferMilliseconds } from "@ornament/platform/commands/recorded-time";
import { forWriting } from "@ornament/platform/mongodb/counters";
import { codeOf, duplicateKey } from "@ornament/platform/mongodb/outage";
import type { Db } from "mongodb";

/** The lifetime of a lease. A projector that has ended delays others for this time. */
export const leaseMilliseconds = 6_000;
/** The time between two renewals of the lease. */
export const renewMilliseconds = 1_500;

interface LeaseDocument {
  _id: string;
  holder: string;
  until: Date;
}

/**
 * The lease makes one projector active and the others standbys. It only avoids double work: checkpoints
 * protect the data.
 */
export interface Lease {
  /** Takes the lease or renews it. `false` if another projector holds it. */
  take(): Promise<boolean>;
  /** Renews the lease. `false` if it is lost, or the document store was emptied. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

const _id = "projector";
const leases = (db: Db) => db.collection<LeaseDocument>("leases");

/** Whether any projector holds the lease now. */
export async function isLeaseHeld(db: Db, now: Date): Promise<boolean> {
  return (await leases(db).findOne({ _id, until: { $gte: now } })) !== null;
}

/** @param holder the id of this projector; another one gets the lease when it is released or has expired */
export function createLease(db: Db, holder: string, now: () => Date): Lease {
  const collection = forWriting(leases(db));
  const until = () => new Date(now().getTime() + leaseMilliseconds);
  // A clock that was ahead wrote it. Without this, nobody could take the lease of a projector that has ended
  // before that time.
  const beyondAnyLease = () => new Date(until().getTime() + clocksDifferMilliseconds);
  return {
    async take() {
      try {
        const free = {
          _id,
          $or: [{ holder }, { until: { $lt: now() } }, { until: { $gt: beyondAnyLease() } }],
        };
        await collection.updateOne(free, { $set: { holder, until: until() } }, { upsert: true });
        return true;
      } catch (error) {
        if (codeOf(error) === duplicateKey) return false;
        throw error;
      }
    },
    async renew() {
      const { matchedCount } = await collection.updateOne({ _id, holder }, { $set: { until: until() } });
      return matchedCount === 1;
    },
    async release() {
      await collection.deleteOne({ _id, holder });
    },
  };
}
