import { type Answer, type CallOptions, TestClient } from "./test-client.ts";

const secondMilliseconds = 1000;
const dayMilliseconds = 86_400 * secondMilliseconds;
/** Browsers keep a cookie no longer, whatever its Max-Age is. */
const longestMaxAgeSeconds = (400 * dayMilliseconds) / secondMilliseconds;
/** Safari deletes the local storage of a site that was not visited for this time, and no cookie of a server. */
const safariStorageMilliseconds = 7 * dayMilliseconds;

/** A browser over years: it deletes each cookie when its Max-Age is over, and has a local storage. */
export class KeptBrowser extends TestClient {
  readonly storage = new Map<string, string>();
  readonly #ends = new Map<string, number>();
  readonly #now: () => Date;
  readonly #isSafari: boolean;
  #visited = 0;

  constructor(url: string, { now, isSafari = false }: { now: () => Date; isSafari?: boolean }) {
    super(url);
    this.#now = now;
    this.#isSafari = isSafari;
  }

  override async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const now = this.#now().getTime();
    if (this.#isSafari && now - this.#visited > safariStorageMilliseconds) this.storage.clear();
    this.#visited = now;
    for (const [name, end] of this.#ends) if (end <= now) this.cookies.delete(name);
    const answer = await super.call(method, path, options);
    for (const line of [answer.headers["set-cookie"] ?? []].flat()) {
      const [, name = "", maxAge = "0"] = /^([^=]+)=.*?Max-Age=(\d+)/.exec(line) ?? [];
      const seconds = Math.min(Number(maxAge), longestMaxAgeSeconds);
      this.#ends.set(name, now + seconds * secondMilliseconds);
    }
    return answer;
  }
}
