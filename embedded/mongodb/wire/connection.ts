import type { Socket } from "node:net";
import { BSONError } from "bson";
import { cut } from "../../sockets/listen.ts";
import { dispatch, type Services } from "../commands/dispatch.ts";
import { MalformedMessage } from "../protocol/errors.ts";
import { HEADER_BYTES, messageLength, readRequest, writeReply } from "./message.ts";

/** Serves one client: its messages one after another. It waits while the client does not read the answers. */
export class Connection {
  private chunks: Buffer[] = [];
  private received = 0;
  private replyId = 0;
  private draining = false;

  constructor(
    private readonly socket: Socket,
    private readonly services: Services,
    private readonly id: number,
  ) {
    socket.setNoDelay(true);
    socket.on("data", (chunk) => {
      this.chunks.push(chunk);
      this.received += chunk.length;
      this.serve();
    });
    socket.on("drain", () => {
      this.draining = false;
      socket.resume();
      this.serve();
    });
    // The client has closed the connection.
    socket.on("error", () => socket.destroy());
  }

  private serve(): void {
    try {
      while (!this.draining && !this.socket.destroyed) {
        const message = this.nextMessage();
        if (!message) return;
        this.answer(message);
      }
    } catch (error) {
      // Malformed bytes end this connection only.
      this.socket.destroy();
      if (error instanceof MalformedMessage || error instanceof BSONError) return;
      this.services.logger?.error({ err: error }, "A message could not be answered");
    }
  }

  private nextMessage(): Buffer | undefined {
    if (this.received < HEADER_BYTES) return undefined;
    const first = this.chunks[0];
    if (first && first.length < HEADER_BYTES) this.join();
    const length = messageLength(this.chunks[0] as Buffer);
    if (this.received < length) return undefined;
    const bytes = this.join();
    const rest = bytes.subarray(length);
    this.chunks = rest.length > 0 ? [rest] : [];
    this.received = rest.length;
    return bytes.subarray(0, length);
  }

  private join(): Buffer {
    const bytes = this.chunks.length === 1 ? (this.chunks[0] as Buffer) : Buffer.concat(this.chunks);
    this.chunks = [bytes];
    return bytes;
  }

  private answer(message: Buffer): void {
    const request = readRequest(message);
    const reply = dispatch(request.body, this.services, this.id);
    if (this.services.interception?.cuts(request.body)) {
      cut(this.socket);
      return;
    }
    if (request.silent) return;
    this.replyId = (this.replyId + 1) | 0;
    if (!this.socket.write(writeReply(request, this.replyId, reply))) {
      this.draining = true;
      this.socket.pause();
    }
  }
}
