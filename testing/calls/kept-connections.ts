import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";
import { bodyIn, type Call, type Json, sentBy } from "./call.ts";

export interface Reply {
  /** 0 if no answer arrived. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Json;
  readonly milliseconds: number;
}

/** A call without a form, because only `ApiClient` sends forms. */
export type KeptCall = Omit<Call, "raw"> & { readonly raw?: string | Buffer };

const patience = 120_000;

/** Calls the product over open connections, in less time than `fetch`, and measures each call. */
export class KeptConnections {
  readonly #base: URL;
  readonly #agent: Agent;

  constructor(base: string, connections: number) {
    this.#base = new URL(base);
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: "fifo" });
  }

  /** `mayBeCutOff`: the call is not sent again when its connection was lost. */
  async call(method: string, path: string, call: KeptCall = {}, mayBeCutOff = false): Promise<Reply> {
    const began = performance.now();
    const answer = await this.#send(method, path, call, mayBeCutOff);
    return { ...answer, milliseconds: performance.now() - began };
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(
    method: string,
    path: string,
    call: KeptCall,
    mayBeCutOff: boolean,
  ): Promise<Omit<Reply, "milliseconds">> {
    const { headers, body } = sentBy(call);
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body as string | Buffer) };
    return new Promise((resolve) => {
      const none = () => resolve({ status: 0, headers: {}, body: undefined });
      const sent = request(
        {
          agent: this.#agent,
          host: "127.0.0.1",
          port: this.#base.port,
          method,
          path,
          headers: { host: this.#base.host, ...length, ...headers },
          timeout: patience,
        },
        (answer) => {
          text(answer).then(
            (received) =>
              resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bodyIn(received) }),
            none,
          );
        },
      );
      const failed = (error: NodeJS.ErrnoException) =>
        // The server closed the idle connection just when it was used again.
        sent.reusedSocket && error.code === "ECONNRESET" && !mayBeCutOff
          ? resolve(this.#send(method, path, call, mayBeCutOff))
          : none();
      sent.once("error", failed).once("timeout", () => sent.destroy());
      sent.end(body);
    });
  }
}
