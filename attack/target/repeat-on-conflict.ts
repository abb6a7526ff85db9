import type { Reply } from "./caller.ts";

const mostTries = 30;

/** Sends a command again after each conflict, as a client does. */
export async function repeatOnConflict(send: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    const reply = await send();
    if (reply.body?.code !== "conflict" || tries === mostTries) return reply;
  }
}

/** Refused with the time to wait; nothing was done. */
export const isToldToWait = ({ status }: Reply) => status === 429 || status === 503;
