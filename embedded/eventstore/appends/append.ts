import type { Answered } from "../behaviour.ts";
import type { ExpectedRevision } from "../log/append-decision.ts";
import type { PendingWrite } from "../log/commit-queue.ts";
import type { ProposedEvent } from "../log/event.ts";
import { appendToStream } from "../log/writes.ts";
import type { Store } from "../store.ts";

/** A requested append. It is not started after `deadline`, in milliseconds since 1970. */
type Append = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly deadline?: number | undefined;
  readonly events: readonly ProposedEvent[];
};

/** Appends. Resolves when the events are on disk, or refused. Rejects if they could not be stored. */
export const append = (store: Store, { stream, expected, deadline, events }: Append): Promise<Answered> =>
  write(store, {
    stream,
    ...(deadline !== undefined && { deadline }),
    run: (log, now) => appendToStream(log, stream, expected, events, now),
  });

/** Resolves when the write is on disk, or refused. Rejects if it could not be stored. */
export const write = ({ queue, behaviour }: Store, pending: PendingWrite): Promise<Answered> =>
  behaviour.write(() => queue.write(pending));
