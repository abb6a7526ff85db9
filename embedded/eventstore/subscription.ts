import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import { CommitSignal } from "./commit-signal.ts";
import type { StoredEvent } from "./event.ts";
import { allForwards, type NextPage, PAGE_ROWS, streamForwards } from "./pages.ts";
import type { ReadRequest } from "./read-request.ts";
import { caughtUp, checkpoint, confirmation, eventResponse } from "./read-response.ts";
import type { ResponseStream } from "./response-stream.ts";
import type { Store } from "./store.ts";

type Responses = ResponseStream<streamsPb.ReadResp>;

/**
 * Sends the confirmation, the events after the starting point, caught-up once at the log's end, then events as they are
 * committed, until the call ends. Always reads from the log, page by page, so a slow subscriber holds one page and no more.
 */
export async function subscribe(store: Store, request: ReadRequest, responses: Responses): Promise<void> {
  const { source } = request;
  const nextPage = pagesOf(store, request);
  const sender = new EventSender(request, responses);
  const key = source.kind === "all" ? CommitSignal.ALL : source.stream;
  let isCaughtUp = false;
  let page = nextPage(PAGE_ROWS);
  await responses.send(confirmation(randomUUID()));
  for (; responses.open; page = nextPage(PAGE_ROWS)) {
    await sender.sendPage(page);
    if (page.length > 0) {
      await nextTurn();
    } else if (!isCaughtUp) {
      isCaughtUp = true;
      await responses.send(caughtUp());
    } else {
      await store.signal.next(key, responses.signal);
    }
  }
}

function pagesOf({ log, clock }: Store, { source }: ReadRequest): NextPage {
  if (source.kind === "all") {
    const after = source.from === "start" ? 0 : source.from === "end" ? log.head : source.from;
    return allForwards(log, after);
  }
  const from =
    source.from === "start"
      ? 0
      : source.from === "end"
        ? log.stream(source.stream).last + 1
        : source.from + 1;
  return streamForwards(log, source.stream, from, clock);
}

/** Sends what the filter lets through and, under a filter, a checkpoint each so many events scanned. */
class EventSender {
  readonly #request: ReadRequest;
  readonly #responses: Responses;
  #scanned = 0;

  constructor(request: ReadRequest, responses: Responses) {
    this.#request = request;
    this.#responses = responses;
  }

  async sendPage(page: readonly StoredEvent[]): Promise<void> {
    for (const event of page) {
      if (!this.#responses.open) return;
      const full = this.#sendEvent(event);
      if (full) await full;
      const due = this.#checkpointAfter(event);
      if (due) await due;
    }
  }

  #sendEvent(event: StoredEvent): Promise<void> | undefined {
    const { source, structuredIds } = this.#request;
    const all = source.kind === "all";
    if (all && source.filter && !source.filter(event)) return undefined;
    return this.#responses.send(eventResponse(event, { withPosition: all, structuredIds }));
  }

  #checkpointAfter({ position }: StoredEvent): Promise<void> | undefined {
    const { mode } = this.#request;
    if (mode.kind !== "subscribe" || mode.checkpointInterval === undefined) return undefined;
    this.#scanned += 1;
    if (this.#scanned < mode.checkpointInterval) return undefined;
    this.#scanned = 0;
    return this.#responses.send(checkpoint(position));
  }
}
