import { join } from "node:path";
import { EventStoreProcess } from "@ornament/e2e/product/event-store-process";
import { freePort } from "@ornament/e2e/product/free-port";
import type { Surroundings } from "../../scenario.ts";
import { Front } from "./front.ts";
import { MailCounter } from "./mail-counter.ts";

/** An event store and a mail server that are not the product's own, as in production. */
export class OutageSurroundings implements Surroundings {
  readonly mails = new MailCounter();
  readonly eventStore: EventStoreProcess;
  readonly front: Front;

  private constructor(dataDir: string, port: number) {
    this.eventStore = new EventStoreProcess(join(dataDir, "event-store"), port);
    this.front = new Front(port);
  }

  static async start(dataDir: string): Promise<OutageSurroundings> {
    const surroundings = new OutageSurroundings(dataDir, await freePort());
    await surroundings.eventStore.start();
    await surroundings.front.open();
    await surroundings.mails.start();
    return surroundings;
  }

  get environment(): Record<string, string> {
    return {
      EVENTSTORE_URL: `esdb://127.0.0.1:${this.front.port}?tls=false`,
      SMTP_URL: this.mails.url,
      LOG_LEVEL: "info",
    };
  }

  async stop(): Promise<void> {
    await this.front.cut();
    await this.eventStore.end("SIGTERM");
    await this.mails.stop();
  }
}
