import type { Reply } from "./caller.ts";

const mostTries = 30;

/** As a client does that was told of a conflict: the same again. */
export async function settled(send: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    const reply = await send();
    if (reply.body?.code !== "conflict" || tries === mostTries) return reply;
  }
}

/** Told to come back later, and nothing done. */
export const isTurnedAway = ({ status }: Reply) => status === 429 || status === 503;
