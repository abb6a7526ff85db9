import type { Reply } from "@ornament/testing/calls/kept-connections";
import type { Caller } from "./caller.ts";

/** Makes other people's calls, one after another, until the attack is over. Returns the time of each. */
export async function meanwhile(
  attack: Promise<unknown>,
  work: () => Promise<Reply>,
  checkReply: (reply: Reply) => void,
): Promise<number[]> {
  let running = true;
  const ended = attack.finally(() => {
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
