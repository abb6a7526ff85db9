import type { Readiness } from "@ornament/platform/http/service-app";
import { pause } from "@ornament/platform/waiting/pause";
import { MailReactor } from "./mails/mail-reactor.ts";
import type { WaitingMails } from "./metrics.ts";
import type { ProjectorParts } from "./parts.ts";
import { ProjectionRuntime } from "./runtime/projection-runtime.ts";

export interface RunningProjector {
  /** Resolves when the projections have reached the head of the event store at the start. */
  ready(): Promise<void>;
  readiness(): Promise<Readiness>;
  waitingMails(): WaitingMails | undefined;
  mailed(): Promise<void>;
  stop(): Promise<void>;
}

const readinessMilliseconds = 25;

/** Starts the projections and the mail reactor. The caller closes the store and the database. */
export function startProjector(parts: ProjectorParts): RunningProjector {
  const runtime = new ProjectionRuntime(parts);
  const mail = parts.mail && new MailReactor({ ...parts, ...parts.mail });
  const stopping = new AbortController();
  runtime.start();
  mail?.start();
  return {
    readiness: () => runtime.readiness(),
    async ready() {
      while (!stopping.signal.aborted && !(await runtime.readiness()).ready)
        await pause(readinessMilliseconds, stopping.signal);
    },
    waitingMails: () => mail?.waiting(),
    mailed: async () => mail?.idle(),
    async stop() {
      stopping.abort();
      await Promise.all([runtime.stop(), mail?.stop()]);
    },
  };
}
