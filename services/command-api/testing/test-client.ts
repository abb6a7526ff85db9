import { request } from "node:http";
import { text } from "node:stream/consumers";
import { requireDeclared } from "@ornament/testing/calls/declared-refusals";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Record<string, unknown>;
  readonly text: string;
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** `null` sends no token, even if the browser has one. */
  token?: string | null;
  key?: string;
}

/** A browser as the service sees it: cookies by name, a bearer token, no redirects. */
export class TestClient {
  readonly cookies = new Map<string, string>();
  /** The latest attributes of each cookie. */
  readonly attributes = new Map<string, string>();
  token: string | undefined;
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  get = (path: string, options: CallOptions = {}) => this.call("GET", path, options);
  post = (path: string, body?: unknown, options: CallOptions = {}) =>
    this.call("POST", path, { body, ...options });
  put = (path: string, body?: unknown, options: CallOptions = {}) =>
    this.call("PUT", path, { body, ...options });
  delete = (path: string, options: CallOptions = {}) => this.call("DELETE", path, options);

  /** Signs in and keeps the token. Throws if the sign-in is refused. */
  async signIn(path: string, credentials: { email: string; password: string }): Promise<Answer> {
    const answer = await this.post(path, credentials);
    if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status} ${answer.text}`);
    this.token = String(answer.body.accessToken);
    return answer;
  }

  /**
   * A browser with the current cookies and token of this one, e.g. with a stolen or an older refresh cookie, or
   * with another replica as its server.
   */
  copy(url = this.#url): TestClient {
    const copy = new TestClient(url);
    copy.token = this.token;
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const body = options.body === undefined ? undefined : JSON.stringify(options.body);
    const token = options.token === undefined ? this.token : options.token;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = {
      ...(body === undefined
        ? {}
        : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...(options.key ? { "idempotency-key": options.key } : {}),
      ...options.headers,
    };
    const answer = await send(new URL(path, this.#url), method, headers, body);
    requireDeclared(method, path, answer.body);
    for (const line of [answer.headers["set-cookie"] ?? []].flat()) this.#keep(line);
    return answer;
  }

  #keep(line: string): void {
    const [, name = "", value = "", attributes = ""] = /^([^=]+)=([^;]*);?(.*)$/.exec(line) ?? [];
    this.attributes.set(name, attributes.trim());
    if (value === "" || /expires=Thu, 01 Jan 1970/i.test(attributes)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function send(
  url: URL,
  method: string,
  headers: Record<string, string | number>,
  body: string | undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, async (answer) => {
      const received = await text(answer);
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        body: parsed(received),
        text: received,
      });
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

function parsed(received: string): Record<string, unknown> {
  try {
    return JSON.parse(received);
  } catch {
    return {};
  }
}

/** The parts of an answer that a stranger sees, without those that are random each time. */
export const seenByStranger = ({ status, headers, text }: Answer) => ({
  status,
  text,
  names: Object.keys(headers).sort(),
  cookies: [headers["set-cookie"] ?? []]
    .flat()
    .map((line) => line.replace(/=[\w-]{22};/, "=22 characters;").replace(/Expires=[^;]*/, "Expires=…")),
});
