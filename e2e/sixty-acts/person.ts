import { type Answer, ApiClient } from "@ornament/testing/calls/api-client";
import type { Call } from "@ornament/testing/calls/call";

/** Where an actor's calls come from. The product shows the browser in words and the network address. */
export interface Place {
  readonly userAgent: string;
  readonly browser: string;
  readonly address: string;
}

/** The position of the latest change that one of the people made, so that all of them read it. */
export interface Latest {
  position: string | null;
}

/** A person with a browser at a network address. */
export class Person {
  id = 0;
  email: string;
  password: string;
  readonly place: Place;
  readonly #api: ApiClient;
  readonly #latest: Latest;
  #token: string | undefined;
  #cookies = new Map<string, string>();

  constructor(url: string, latest: Latest, account: { email: string; password: string; place: Place }) {
    this.#latest = latest;
    this.email = account.email;
    this.password = account.password;
    this.place = account.place;
    this.#api = new ApiClient(url);
  }

  /** Calls the API. Throws if the answer has another status than the expected one. */
  async call(
    method: string,
    path: string,
    { expected = 200, ...call }: Call & { expected?: number | "any" } = {},
  ) {
    const answer = await this.#api.call(method, path, {
      token: this.#token,
      readAfter: this.#latest.position,
      ...call,
      headers: {
        "user-agent": this.place.userAgent,
        "x-forwarded-for": this.place.address,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...call.headers,
      },
    });
    this.#keepCookies(answer);
    this.#latest.position = answer.position ?? this.#latest.position;
    if (answer.body?.accessToken) this.#token = answer.body.accessToken;
    if (expected !== "any" && answer.status !== expected)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** Calls as a browser in which nobody is signed in. */
  callSignedOut(method: string, path: string, call: Call & { expected?: number }) {
    return this.call(method, path, { ...call, token: undefined, headers: { cookie: "" } });
  }

  async signIn(site: "admin" | "user") {
    const { email, password } = this;
    const { body } = await this.call("POST", `/api/${site}/login`, { body: { email, password } });
    this.id = (site === "admin" ? body.admin : body.user).id;
  }

  async signOut(site: "admin" | "user") {
    await this.call("POST", `/api/${site}/logout`);
    this.#token = undefined;
  }

  #keepCookies({ headers }: Pick<Answer, "headers">) {
    for (const line of headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}
