import type { ServiceError } from "@grpc/grpc-js";
import { shuttingDown } from "./grpc-errors.ts";

/** The part of a gRPC call that answers are written to. */
export type WritableCall<T> = {
  readonly cancelled: boolean;
  write(message: T): boolean;
  end(): void;
  on(event: "cancelled" | "drain" | "close" | "finish", listener: () => void): unknown;
  once(event: "drain", listener: () => void): unknown;
  emit(event: "error", error: ServiceError): boolean;
};

/** One shared reason: otherwise each abort would make an exception with a stack. */
const CALL_OVER = "The call is over";

/**
 * Writes answers no faster than the client reads them. `signal` aborts when either side has ended the call.
 */
export class ResponseStream<T> {
  readonly #call: WritableCall<T>;
  readonly #over = new AbortController();
  #ready: (() => void) | undefined;

  constructor(call: WritableCall<T>) {
    this.#call = call;
    call.on("cancelled", () => this.#finish());
    call.on("finish", () => this.#finish());
    call.on("close", () => this.#finish());
    call.on("drain", () => this.#wake());
    if (call.cancelled) this.#finish();
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Whether answers can still be sent. */
  get open(): boolean {
    return !this.#over.signal.aborted;
  }

  /** Returns a promise when the next answer has to wait. */
  send(message: T): Promise<void> | undefined {
    if (!this.open || this.#call.write(message)) return undefined;
    return new Promise((resolve) => {
      this.#ready = resolve;
    });
  }

  end(): void {
    if (!this.open) return;
    this.#call.end();
    this.#finish();
  }

  fail(error: ServiceError): void {
    if (!this.open) return;
    this.#call.emit("error", error);
    this.#finish();
  }

  #finish(): void {
    if (!this.open) return;
    this.#over.abort(CALL_OVER);
    this.#wake();
  }

  #wake(): void {
    this.#ready?.();
    this.#ready = undefined;
  }
}

/** The calls that stay open until one side ends them. A stop ends all of them. */
export class OpenCalls {
  readonly #calls = new Set<ResponseStream<never>>();

  add(call: ResponseStream<never>): void {
    if (call.signal.aborted) return;
    this.#calls.add(call);
    call.signal.addEventListener("abort", () => this.#calls.delete(call), { once: true });
  }

  endAll(): void {
    for (const call of [...this.#calls]) call.fail(shuttingDown());
  }
}
