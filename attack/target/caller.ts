import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";
import { waitInWords } from "@ornament/contracts/domain/wait";
import { errorCatalogue } from "@ornament/contracts/errors";
import type { Report } from "../report/report.ts";

/** Answers are not parsed by the schemas: an attack may get anything. */
type Loose = ReturnType<typeof JSON.parse>;

export interface Reply {
  /** 0 where no answer came. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Loose;
  readonly milliseconds: number;
}

export interface Call {
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Buffer;
  readonly token?: string | undefined;
  readonly cookie?: string;
  readonly key?: string;
  /** The address that the call seems to come from: the product trusts one proxy. */
  readonly source?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Set where the attack itself cuts the answer off. */
  readonly mayBeCutOff?: boolean;
}

const patience = 120_000;

/** Calls the product, measures each call, and checks what every answer must keep to. */
export class Caller {
  readonly #base: URL;
  readonly #report: Report;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 2_000, scheduling: "fifo" });

  constructor(base: string, report: Report) {
    this.#base = new URL(base);
    this.#report = report;
  }

  async call(method: string, path: string, call: Call = {}): Promise<Reply> {
    const began = performance.now();
    const answer = await this.#send(method, path, call);
    const reply = { ...answer, milliseconds: performance.now() - began };
    this.#report.called(reply.milliseconds, reply.status);
    if (reply.status === 0) this.#report.check(call.mayBeCutOff ?? false, `${method} ${path}: no answer`);
    else checkReply(this.#report, method, path, reply);
    return reply;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(method: string, path: string, call: Call): Promise<Omit<Reply, "milliseconds">> {
    const body = call.raw ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
    const headers = {
      host: this.#base.host,
      ...(body === undefined
        ? {}
        : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
      ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
      ...(call.cookie === undefined ? {} : { cookie: call.cookie }),
      ...(call.key === undefined ? {} : { "idempotency-key": call.key }),
      ...(call.source === undefined ? {} : { "x-forwarded-for": call.source }),
      ...call.headers,
    };
    return new Promise((resolve) => {
      const none = () => resolve({ status: 0, headers: {}, body: undefined });
      const sent = request(
        {
          agent: this.#agent,
          host: "127.0.0.1",
          port: this.#base.port,
          method,
          path,
          headers,
          timeout: patience,
        },
        (answer) => {
          text(answer).then(
            (received) =>
              resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: parsed(received) }),
            none,
          );
        },
      );
      const failed = (error: NodeJS.ErrnoException) =>
        // The server closed the idle connection just when it was used again.
        sent.reusedSocket && error.code === "ECONNRESET" && !call.mayBeCutOff
          ? resolve(this.#send(method, path, call))
          : none();
      sent.once("error", failed).once("timeout", () => sent.destroy());
      sent.end(body);
    });
  }
}

/** A 5xx must say when to try again, and every refusal must have the contract's form. */
export function checkReply(
  report: Report,
  method: string,
  path: string,
  { status, headers, body }: Pick<Reply, "status" | "headers" | "body">,
): void {
  const what = `${method} ${path.slice(0, 120)}: ${status}`;
  // /readyz is for programs, which ask again anyway.
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

const hasErrorFormat = (body: Loose) =>
  body?.error === true &&
  Object.hasOwn(errorCatalogue, body.code) &&
  typeof body.message === "string" &&
  Array.isArray(body.errors);

function parsed(received: string): Loose {
  try {
    return JSON.parse(received);
  } catch {
    return received;
  }
}
