import { pinCodeOf, pinIdOf } from "@ornament/contracts/domain/pin-code";
import { Pool } from "undici";

/** How many calls are in flight at the same time. */
export const atOnce = 64;
/** So many calls come before a measurement: a process is slow until its code has been compiled. */
export const warmUps = 800;
/** So many that a PIN gets few of the changes: a measurement is not one of long streams. */
const pins = 1_000;
const comment = "Reported stolen";
const path = "/api/admin/update-pin-status";

export const benchedCodes: readonly string[] = Array.from({ length: pins }, (_, n) => pinCodeOf(n));

/** PINs of which none is changed twice. */
export const codesForOnce = (changes: number): readonly string[] =>
  Array.from({ length: changes }, (_, n) => pinCodeOf(pins + n));

/** One change of a PIN: it is deactivated, and at its next turn activated again. */
export interface StatusChange {
  readonly code: string;
  readonly status: boolean;
  readonly comment: string;
}

/** The changes, each PIN in turn. Two changes of one PIN are never in flight at the same time. */
export function statusChanges(codes: readonly string[]): () => StatusChange {
  let next = 0;
  return () => {
    const turn = next++;
    const code = codes[turn % codes.length] as string;
    return { code, status: Math.floor(turn / codes.length) % 2 === 1, comment };
  };
}

/** Sends changes over HTTP on connections that stay open. undici costs the process that measures the least. */
export class StatusCalls {
  readonly #pool: Pool;
  readonly #headers: readonly Record<string, string>[];
  readonly #change: () => StatusChange;

  /** `headers`: those of each caller, who take turns. */
  constructor(url: string, headers: readonly Record<string, string>[], codes = benchedCodes) {
    this.#change = statusChanges(codes);
    this.#pool = new Pool(url, { connections: atOnce, pipelining: 1 });
    this.#headers = headers;
  }

  /** Throws unless the change was made. */
  async send(place: number): Promise<void> {
    const { code, ...body } = this.#change();
    const answer = await this.#pool.request({
      method: "PUT",
      path,
      headers: { ...this.#headers[place % this.#headers.length], "content-type": "application/json" },
      body: JSON.stringify({ id: pinIdOf(code), ...body }),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}
