import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { StoredEvent } from "../log/event.ts";
import type { EventLog } from "../log/event-log.ts";
import { eventMessage } from "../protocol/event-message.ts";
import { invalidArgument } from "../protocol/grpc-errors.ts";
import { caughtUp, checkpoint, confirmation } from "../protocol/read-response.ts";
import type { ResponseStream } from "../protocol/response-stream.ts";
import type { Store } from "../store.ts";
import { allForwards, PAGE_ROWS } from "./pages.ts";
import type { StartPoint, SubscriptionRequest } from "./read-request.ts";

type Responses = ResponseStream<streamsPb.ReadResp>;

/**
 * Sends the confirmation, the events after the starting point, caught-up once at the end, then events as they
 * are committed, until the call ends. Reads the stored events page by page, so a slow subscriber holds only
 * one page.
 */
export async function subscribe(
  store: Store,
  request: SubscriptionRequest,
  responses: Responses,
): Promise<void> {
  const { from, filter } = request;
  const { behaviour } = store;
  const nextPage = allForwards(store.log, from === "start" ? 0 : from === "end" ? store.log.head : from);
  const sender = new EventSender(request, responses);
  const filtered = filter !== undefined;
  behaviour.opened({ filtered }, (error) => responses.fail(error), responses.signal);
  // A subscription from the end has no events to catch up with.
  const behind = from === "start" || Number(from) < store.log.head;
  let isCaughtUp = false;
  let page = nextPage(PAGE_ROWS);
  await responses.send(confirmation(randomUUID()));
  if (isBetweenEvents(store.log, from)) throw invalidArgument("Trying to read from an invalid position.");
  for (; responses.open; page = nextPage(PAGE_ROWS)) {
    await sender.sendPage(page);
    if (page.length > 0) {
      await nextTurn();
    } else if (!isCaughtUp) {
      isCaughtUp = true;
      if (behind) await sender.sendEndCheckpoint(store.log.head);
      await responses.send(caughtUp());
    } else {
      await store.signal.next(responses.signal);
    }
  }
}

const isBetweenEvents = (log: EventLog, from: StartPoint): boolean =>
  typeof from === "number" && from <= log.head && !log.isPosition(from);

/**
 * Sends the events that match the filter and, with a filter, a checkpoint after a number of scanned events.
 */
class EventSender {
  readonly #request: SubscriptionRequest;
  readonly #responses: Responses;
  #scanned = 0;
  /** The position of the last sent event or checkpoint, or the start of the subscription. */
  #sent: number | undefined;
  #checkpoint = -1;

  constructor(request: SubscriptionRequest, responses: Responses) {
    this.#request = request;
    this.#responses = responses;
    if (typeof request.from === "number") this.#sent = request.from;
  }

  /** The checkpoint of a filtered subscription that has caught up. */
  sendEndCheckpoint(head: number): Promise<void> | undefined {
    if (this.#request.checkpointInterval === undefined) return undefined;
    if (this.#sent !== undefined) return this.#sendCheckpoint(this.#sent);
    return head === 0 ? undefined : this.#sendCheckpoint(0);
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
    if (this.#request.filter?.(event) === false) return undefined;
    this.#sent = event.position;
    return this.#responses.send(eventMessage(event, true));
  }

  #checkpointAfter({ position }: StoredEvent): Promise<void> | undefined {
    const { checkpointInterval } = this.#request;
    if (checkpointInterval === undefined) return undefined;
    this.#scanned += 1;
    if (this.#scanned < checkpointInterval) return undefined;
    this.#scanned = 0;
    this.#sent = position;
    return this.#sendCheckpoint(position);
  }

  /** Sends no checkpoint twice, and none before the last one. */
  #sendCheckpoint(position: number): Promise<void> | undefined {
    if (position <= this.#checkpoint) return undefined;
    this.#checkpoint = position;
    return this.#responses.send(checkpoint(position));
  }
}
