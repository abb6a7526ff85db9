import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import type { AuditFolder } from "@ornament/platform/log-proof/audit-folder";
import { erasedPersonIn, isErasure } from "../erasures/erased-persons.ts";

/**
 * The register of the persons whose data were erased. It lies outside of the event store, so that a restored
 * backup can erase them again.
 */
export class ErasedRegister {
  readonly #store: Pick<EventStore, "read">;
  readonly #folder: AuditFolder;
  readonly #known: Set<string>;

  constructor(store: Pick<EventStore, "read">, folder: AuditFolder) {
    this.#store = store;
    this.#folder = folder;
    const registered = folder.erased();
    this.#known = new Set(registered?.map(({ personId }) => personId));
    // An empty register tells a product without erased persons from a lost register.
    if (!registered) folder.recordErased([]);
  }

  /** Records the person whose data the event erases. An event of another program erases nobody. */
  async take({ type, stream, revision, created }: EventBytes): Promise<void> {
    if (!isErasure(type)) return;
    const { events } = await this.#store.read(stream, { fromRevision: revision, maxCount: 1 });
    const [event] = events.filter((found) => found.revision === revision);
    const personId = event && (await erasedPersonIn(this.#store, event));
    if (personId === undefined || this.#known.has(personId)) return;
    this.#folder.recordErased([{ personId, at: new Date(created).toISOString() }]);
    this.#known.add(personId);
  }
}
