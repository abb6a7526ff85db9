import type { Caller, Reply } from "./caller.ts";

/** What other people do meanwhile, one call after another, until it is over; their latencies. */
export async function meanwhile(
  over: Promise<unknown>,
  work: () => Promise<Reply>,
  checkReply: (reply: Reply) => void,
): Promise<number[]> {
  let running = true;
  const ended = over.finally(() => {
    running = false;
  });
  const milliseconds: number[] = [];
  do {
    const reply = await work();
    checkReply(reply);
    milliseconds.push(reply.milliseconds);
  } while (running);
  await ended;
  return milliseconds;
}

export const readSettings = (caller: Caller) => () => caller.call("GET", "/api/settings");
