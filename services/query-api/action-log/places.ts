import type { LogSessionDocument } from "@ornament/contracts/action-log/document";

type PlaceDocument = Pick<LogSessionDocument, "session" | "commit" | "browser" | "address">;

interface Place {
  readonly browser: string | null;
  readonly address: string | null;
}

export class Places {
  readonly #inOrder: readonly PlaceDocument[];

  constructor(documents: readonly PlaceDocument[]) {
    this.#inOrder = documents.toSorted((a, b) => Number(a.commit - b.commit));
  }

  of(session: string): Place[] {
    return this.#inOrder
      .filter((place) => place.session === session)
      .map(({ browser, address }) => ({ browser, address }));
  }

  /** Where a session was used at a commit position; undefined where it is not recorded. */
  at(session: string, commit: bigint): Place | undefined {
    const place = this.#inOrder.findLast((each) => each.session === session && each.commit <= commit);
    return place && { browser: place.browser, address: place.address };
  }
}
