import { setTimeout as pause } from "node:timers/promises";

export interface Readiness {
  /** The HTTP status of the answer. Absent if there was no answer. */
  status?: number;
  ready: boolean;
  reason?: string;
}

/** Calls a `/readyz` URL once. */
export async function readinessAt(address: string): Promise<Readiness> {
  const answer = await fetch(address).catch(() => undefined);
  if (!answer) return { ready: false, reason: "no connection" };
  // A proxy in front of the product may answer with text other than JSON.
  const body = (await answer.json().catch(() => ({}))) as { ready?: boolean; reason?: string };
  return { ...body, status: answer.status, ready: answer.ok };
}

/** Calls a `/readyz` URL until its answer meets the condition. Returns the answer and the milliseconds. */
async function untilReadiness(address: string, wanted: boolean, timeoutMs: number) {
  const began = performance.now();
  for (;;) {
    const readiness = await readinessAt(address);
    const took = performance.now() - began;
    if (readiness.ready === wanted && readiness.status !== undefined) return { ...readiness, took };
    if (took > timeoutMs) throw new Error(`${address} answers ${JSON.stringify(readiness)}`);
    await pause(20);
  }
}

/** Waits until a `/readyz` URL reports that the service is ready. */
export const untilReady = (address: string, timeoutMs = 180_000) => untilReadiness(address, true, timeoutMs);

/** Waits until a `/readyz` URL reports that the service is not ready. */
export const untilNotReady = (address: string, timeoutMs = 60_000) =>
  untilReadiness(address, false, timeoutMs);
