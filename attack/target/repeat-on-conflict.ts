import { setTimeout as pause } from "node:timers/promises";
import type { Reply } from "@ornament/testing/calls/kept-connections";

const mostTries = 30;

/** Sends a command again after each conflict, as a client does. */
export async function repeatOnConflict(send: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    const reply = await send();
    if (reply.body?.code !== "conflict" || tries === mostTries) return reply;
  }
}

/** Repeats a call as long as a busy product refuses it with a time to wait. */
export async function untilAdmitted(send: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    const reply = await send();
    if (reply.status !== 503 || tries === mostTries) return reply;
    await pause(Number(reply.headers["retry-after"]) * 1_000);
  }
}

/** Refused with the time to wait; the command was not begun. */
export const isToldToWait = ({ status }: Reply) => status === 429 || status === 503;
