import { setTimeout as pause } from "node:timers/promises";
import type { ExpectedRevision } from "@ornament/platform/eventstore/emulation/append-decision";
import type { PendingWrite } from "./commit-queue.ts";
import type { ProposedEvent } from "./event.ts";
import type { Store } from "./store.ts";
import { appendToStream, type WriteOutcome } from "./writes.ts";

/** An append as a client asks for it. It is not started after `deadline`, in milliseconds since 1970. */
type Append = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly deadline?: number | undefined;
  readonly events: readonly ProposedEvent[];
};

/** The result of an append or a deletion, or the failure of a server that can't write or can't tell now. */
export type Answered = WriteOutcome | { readonly kind: "not-ready" };

/** Appends. Resolves when the events are on disk, or refused. Rejects when they could not be stored. */
export const append = (store: Store, { stream, expected, deadline, events }: Append): Promise<Answered> =>
  write(store, {
    stream,
    ...(deadline !== undefined && { deadline }),
    run: (log, now) => appendToStream(log, stream, expected, events, now),
  });

/** The result of a write with the active faults. */
export async function write({ queue, faults }: Store, pending: PendingWrite): Promise<Answered> {
  const failing = faults.appends;
  if (failing) {
    if (failing.written) await queue.write(pending);
    if (failing.milliseconds > 0) await pause(failing.milliseconds);
    return failing.how === "timeout" ? { kind: "timeout" } : { kind: "not-ready" };
  }
  const outcome = await queue.write(pending);
  if (faults.late.size > 0) await faults.beforeAnswer("append");
  return outcome;
}
