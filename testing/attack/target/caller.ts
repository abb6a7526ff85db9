import { errorCatalogue } from "@ornament/contracts/routes/errors";
import { waitInWords } from "@ornament/contracts/values/wait";
import type { Json } from "@ornament/testing/calls/call";
import { type KeptCall, KeptConnections, type Reply } from "@ornament/testing/calls/kept-connections";
import type { Report } from "../report/report.ts";

export interface Call extends KeptCall {
  /** The network address that the call seems to come from: the product trusts one proxy. */
  readonly source?: string;
  /** Set if the attack itself cuts the answer off. */
  readonly mayBeCutOff?: boolean;
}

const connections = 2_000;

/** Calls the product, measures each call, and checks the rules for every answer. */
export class Caller {
  readonly #connections: KeptConnections;
  readonly #report: Report;

  constructor(base: string, report: Report) {
    this.#connections = new KeptConnections(base, connections);
    this.#report = report;
  }

  async call(method: string, path: string, call: Call = {}): Promise<Reply> {
    const { source, mayBeCutOff = false, ...sent } = call;
    const from = source === undefined ? {} : { "x-forwarded-for": source };
    const headers = { ...from, ...sent.headers };
    const reply = await this.#connections.call(method, path, { ...sent, headers }, mayBeCutOff);
    this.#report.called(reply.milliseconds, reply.status);
    if (reply.status === 0) this.#report.check(mayBeCutOff, `${method} ${path}: no answer`);
    else checkReply(this.#report, method, path, reply);
    return reply;
  }

  close(): void {
    this.#connections.close();
  }
}

/** A 5xx must give the time of the next try, and every refusal must have the contract's form. */
export function checkReply(
  report: Report,
  method: string,
  path: string,
  { status, headers, body }: Pick<Reply, "status" | "headers" | "body">,
): void {
  const what = `${method} ${path.slice(0, 120)}: ${status}`;
  // /readyz is for programs, which call again anyway.
  if (path === "/readyz") return;
  if (status >= 500) {
    report.serverErrors += 1;
    report.check(status === 503 || status === 507, what);
  }
  if (status === 429 || status === 503)
    report.check(Number(headers["retry-after"]) > 0, `${what} without Retry-After`);
  if (headers["retry-after"] !== undefined && hasErrorFormat(body))
    report.check(
      saysWait(body.message, headers["retry-after"]),
      `${what} doesn't say how long: ${body.message}`,
    );
  if (status >= 400 && method !== "HEAD" && path.startsWith("/api/"))
    report.check(hasErrorFormat(body), `${what} in another form: ${JSON.stringify(body)?.slice(0, 200)}`);
}

const saysWait = (message: string, retryAfter: unknown) => message.includes(waitInWords(Number(retryAfter)));

const hasErrorFormat = (body: Json) =>
  body?.error === true &&
  Object.hasOwn(errorCatalogue, body.code) &&
  typeof body.message === "string" &&
  Array.isArray(body.errors);
