import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { type Addresses, attackable, type Question, type ServiceName } from "./attackable-services.ts";
import type { Attacked } from "./attacked-product.ts";

/** A caller with its own connection that repeats requests and must get exactly its own answers. */
class Victim {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;
  readonly #token: string;
  readonly #questions: (n: number) => Question;
  #asked = 0;

  constructor(url: string, token: string, questions: (n: number) => Question) {
    this.#url = url;
    this.#token = token;
    this.#questions = questions;
  }

  /** Sends the next request. Throws when the answer is wrong. */
  async ask(): Promise<void> {
    this.#asked += 1;
    const question = this.#questions(this.#asked);
    const id = `victim-${String(this.#asked).padStart(6, "0")}`;
    const found = await this.#send(question, id);
    const wrong =
      found.status !== question.status ||
      !found.body.includes(question.holds) ||
      (found.id !== undefined && found.id !== id);
    if (wrong) throw new Error(`${question.method} ${question.path} ${id} got ${JSON.stringify(found)}`);
  }

  /** Sends requests until `work` is done, and `more` requests after that. */
  async askWhile(work: Promise<unknown>, more = 3): Promise<void> {
    let done = false;
    const end = () => {
      done = true;
    };
    work.then(end, end);
    while (!done) await this.ask();
    for (let n = 0; n < more; n += 1) await this.ask();
  }

  close(): void {
    this.#agent.destroy();
  }

  #send({ method, path, body }: Question, id: string) {
    return new Promise<{ status: number; id: string | undefined; body: string }>((resolve, reject) => {
      const sending = request(new URL(path, this.#url), {
        method,
        agent: this.#agent,
        headers: {
          authorization: `Bearer ${this.#token}`,
          "x-correlation-id": id,
          ...(body === undefined
            ? {}
            : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
        },
      });
      sending.once("error", reject);
      sending.once("response", (answer) => {
        text(answer).then(
          (body) =>
            resolve({
              status: answer.statusCode ?? 0,
              id: answer.headers["x-correlation-id"] as string | undefined,
              body: body.slice(0, 2_000),
            }),
          reject,
        );
      });
      sending.end(body);
    });
  }
}

/** One victim for each service. */
export class Victims {
  readonly #it: Attacked;
  readonly #addresses: Addresses;
  readonly #victims = new Map<ServiceName, Victim>();

  constructor(it: Attacked, addresses: Addresses) {
    this.#it = it;
    this.#addresses = addresses;
  }

  /** Attacks each service while its victim sends requests. Throws the first failure of either. */
  async whileAsking(work: (service: ServiceName, url: string) => Promise<unknown>): Promise<void> {
    const all = Object.entries(this.#addresses()) as [ServiceName, string][];
    await Promise.all(
      all.map(async ([service, url]) => {
        const working = work(service, url);
        const results = await Promise.allSettled([this.#of(service, url).askWhile(working), working]);
        for (const result of results) if (result.status === "rejected") throw result.reason;
      }),
    );
  }

  close(): void {
    for (const victim of this.#victims.values()) victim.close();
  }

  #of(service: ServiceName, url: string): Victim {
    const victim =
      this.#victims.get(service) ?? new Victim(url, this.#it.admin, attackable[service].questions(this.#it));
    this.#victims.set(service, victim);
    return victim;
  }
}
