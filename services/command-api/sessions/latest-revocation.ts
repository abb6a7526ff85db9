import { credentialEvents } from "@ornament/contracts/sign-in/credential-epoch";
import type {
  EventStore,
  PlainEvent,
  Position,
  Subscription,
} from "@ornament/platform/eventstore/event-store";
import type { RevokedAt } from "@ornament/platform/http/revoked-at";

/** The events that may make an admin's access tokens invalid before they expire. */
const revokingEvents: readonly string[] = [...credentialEvents, "AdminAccountDeleted", "SessionEnded"];

/**
 * The position of the latest event that made access tokens of an admin invalid. The gateway tells it to
 * query-api, whose read models may not include the event yet. command-api itself reads the streams.
 */
export class LatestRevocation {
  #latest: RevokedAt = { position: 0n, since: 0 };

  get current(): RevokedAt {
    return this.#latest;
  }

  /** Remembers the position of events that revoke tokens of an admin. */
  record(events: readonly (PlainEvent & { position: Position })[]): void {
    for (const { type, data, position } of events) {
      const { adminId, audience } = data as { adminId?: number; audience?: string };
      const isOfAdmin = adminId !== undefined || audience === "admin";
      if (isOfAdmin && revokingEvents.includes(type) && position.commit > this.#latest.position)
        this.#latest = { ...this.#latest, position: position.commit };
    }
  }

  /**
   * Follows the revocations of all processes from the end of the event store, which comes after the earlier
   * ones. After each lost connection it begins again from the end, because the event store may have been
   * replaced.
   */
  async follow(store: EventStore, clock: () => Date): Promise<Subscription> {
    const fromHead = async () => {
      const since = clock().getTime();
      const head = await store.head();
      this.#latest = { position: head?.commit ?? 0n, since };
      return head ?? "start";
    };
    await fromHead();
    return store.subscribeToAll({
      name: "revocations",
      from: fromHead,
      filter: { eventTypes: revokingEvents },
      onBatch: async ({ events }) => this.record(events),
    });
  }
}
