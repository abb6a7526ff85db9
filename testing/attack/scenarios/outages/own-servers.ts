import { join } from "node:path";
import { freePort } from "@ornament/testing/programs/free-port";
import { EventStoreProcess } from "@ornament/testing/stores/event-store-process";
import type { OtherServers } from "../../target/product-setup.ts";
import { CuttableProxy } from "./cuttable-proxy.ts";
import { MailCounter } from "./mail-counter.ts";

/** An event store and a mail server outside the product, as in production. */
export class OwnServers implements OtherServers {
  readonly mails = new MailCounter();
  readonly eventStore: EventStoreProcess;
  readonly proxy: CuttableProxy;

  private constructor(dataDir: string, port: number) {
    this.eventStore = new EventStoreProcess(join(dataDir, "event-store"), port);
    this.proxy = new CuttableProxy(port);
  }

  static async start(dataDir: string): Promise<OwnServers> {
    const servers = new OwnServers(dataDir, await freePort());
    await servers.eventStore.start();
    await servers.proxy.open();
    await servers.mails.start();
    return servers;
  }

  get environment(): Record<string, string> {
    return {
      EVENTSTORE_URL: `esdb://127.0.0.1:${this.proxy.port}?tls=false`,
      SMTP_URL: this.mails.url,
      LOG_LEVEL: "info",
    };
  }

  async stop(): Promise<void> {
    await this.proxy.cut();
    await this.eventStore.end("SIGTERM");
    await this.mails.stop();
  }
}
