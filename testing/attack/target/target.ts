import { EventLog } from "@ornament/testing/product/event-log";
import {
  adminEmail,
  adminPassword,
  newDataDir,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "@ornament/testing/product/running-product";
import { processes } from "@ornament/testing/programs/processes";
import { Report } from "../report/report.ts";
import { Caller } from "./caller.ts";
import { MailboxFile } from "./mailbox-file.ts";
import type { OtherServers, ProductSetup } from "./product-setup.ts";

/**
 * The product trusts one proxy for the caller's network address, so that one machine can be many callers.
 * Limits are as in production.
 */
const production = { TRUST_PROXY: "1", REQUEST_LIMIT_SCALE: "1", REQUEST_DEADLINE_SECONDS: "5" };

/** The projector's checkpoints, which are written at intervals and not for calls. */
const bookkeeping = /^(checkpoint-|projections-|\$)/;

/** A product started for one scenario, on this machine. Its data directory is removed at the end. */
export class Target {
  readonly dataDir = newDataDir();
  readonly mailbox = new MailboxFile(this.dataDir);
  /** The calls that prepare an attack. */
  readonly preparation = new Report();
  product!: RunningProduct;
  otherServers: OtherServers | undefined;
  log!: EventLog;
  admin = "";
  /** All running products. */
  static readonly #running = new Set<Target>();
  readonly #setup: ProductSetup;
  #callers: Caller[] = [];
  #preparing: Caller | undefined;
  #sources = 0;
  #names = 0;

  private constructor(setup: ProductSetup) {
    this.#setup = setup;
  }

  static async start(setup: ProductSetup): Promise<Target> {
    const target = new Target(setup);
    Target.#running.add(target);
    try {
      await target.start();
      return target;
    } catch (error) {
      await target.stop();
      throw error;
    }
  }

  /** Starts the product; after a crash, with the data that the crash left. */
  async start(): Promise<void> {
    this.otherServers ??= await this.#setup.startOtherServers?.(this.dataDir);
    this.product = await startProduct({
      dataDir: this.dataDir,
      environment: {
        ...production,
        ...this.#setup.environment,
        ...this.otherServers?.environment,
      },
      flags: this.#setup.split ? ["--split"] : [],
      ownStores: true,
    });
    this.log = new EventLog(this.product, bookkeeping);
    await this.signIn();
  }

  /** Signs the IT Admin in, and again before the token expires. */
  async signIn(): Promise<void> {
    const { body } = await this.prepare().call("POST", "/api/admin/login", {
      body: { email: adminEmail, password: adminPassword },
      source: this.source(),
    });
    this.admin = body.accessToken;
  }

  /** A caller whose calls are counted in the report. */
  caller(report: Report): Caller {
    const caller = new Caller(this.product.url, report);
    this.#callers.push(caller);
    return caller;
  }

  prepare(): Caller {
    this.#preparing ??= this.caller(this.preparation);
    return this.#preparing;
  }

  /** A network address without earlier calls. */
  source(): string {
    const n = this.#sources++;
    return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  }

  /** A number that is used only once. */
  number = () => this.#names++;

  /** The processes of the product by program, e.g. `eventstore`; the main one is `start`. */
  processes(): Map<string, number> {
    const { pid } = this.product;
    const own = processes().filter((process) => process.pid === pid || process.parent === pid);
    return new Map(
      own.map((process) => [
        /dist\/([\w-]+)\.js/.exec(process.command)?.[1] ?? String(process.pid),
        process.pid,
      ]),
    );
  }

  processOf(program: string): number {
    const pid = this.processes().get(program);
    if (pid === undefined) throw new Error(`The product has no process of ${program}`);
    return pid;
  }

  /** Kills every process of the product, as a power cut would. */
  async cutPower(): Promise<void> {
    const pids = [...this.processes().values()];
    this.#closeClients();
    await this.log.close();
    const main = this.product.kill();
    for (const pid of pids) if (pid !== this.product.pid) process.kill(pid, "SIGKILL");
    await main;
  }

  /** Stops every product of this process on an interruption of the run. */
  static async stopAll(): Promise<void> {
    await Promise.all([...Target.#running].map((target) => target.stop()));
  }

  async stop(): Promise<void> {
    Target.#running.delete(this);
    this.#closeClients();
    await this.log?.close();
    await this.product?.stop();
    await this.otherServers?.stop();
    removeDataDir(this.dataDir);
  }

  #closeClients(): void {
    for (const caller of this.#callers) caller.close();
    this.#callers = [];
    this.#preparing = undefined;
  }
}
