import { shuttingDown } from "./grpc-errors.ts";

type OpenCall = { fail(error: ReturnType<typeof shuttingDown>): void; readonly signal: AbortSignal };

/** The calls that stay open until one side ends them. A stop ends all of them. */
export class OpenCalls {
  readonly #calls = new Set<OpenCall>();

  add(call: OpenCall): void {
    if (call.signal.aborted) return;
    this.#calls.add(call);
    call.signal.addEventListener("abort", () => this.#calls.delete(call), { once: true });
  }

  endAll(): void {
    for (const call of [...this.#calls]) call.fail(shuttingDown());
  }
}
