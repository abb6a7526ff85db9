import { setTimeout as pause } from "node:timers/promises";
import type { Answer, ApiClient } from "./api-client.ts";

const pollMilliseconds = 100;

/** An instant after every event so far, and before every later one. */
export async function nextInstant(): Promise<string> {
  const instant = new Date(Date.now() + 1);
  while (Date.now() <= instant.getTime()) await new Promise(setImmediate);
  return instant.toISOString();
}

/** Reads as it stood at an instant, as soon as the projector has filled that state. */
export function asItStood(api: ApiClient, path: string, token: string, instant: string): Promise<Answer> {
  return whenFilled(() => api.call("GET", path, { token, headers: { "X-As-Of": instant } }));
}

/** The first answer of a call that is not about the filling of a former state. */
async function whenFilled(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call();
    if ((answer.body as { code?: string } | null)?.code !== "past_tables_filling") return answer;
    await pause(pollMilliseconds);
  }
}
