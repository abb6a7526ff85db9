import { processes } from "@ornament/e2e/product/processes";
import { type Replica, startReplica } from "@ornament/e2e/product/replica";
import {
  adminEmail,
  adminPassword,
  newDataDir,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "@ornament/e2e/product/running-product";
import { Caller } from "./caller.ts";
import { LogGrowth } from "./log-growth.ts";
import { MailboxFile } from "./mailbox-file.ts";
import { Report } from "./report.ts";
import type { Scenario, Surroundings } from "./scenario.ts";

/**
 * One proxy is believed about where a call comes from, so that one machine can play many callers. The limits are those of
 * production.
 */
const production = { TRUST_PROXY: "1", REQUEST_LIMIT_SCALE: "1", REQUEST_DEADLINE_SECONDS: "5" };

/** A product of its own for one scenario, on this machine and in a data directory that goes with it. */
export class Target {
  readonly dataDir = newDataDir();
  readonly mailbox = new MailboxFile(this.dataDir);
  /** Calls that prepare something and are no part of an attack. */
  readonly preparation = new Report();
  product!: RunningProduct;
  replica: Replica | undefined;
  surroundings: Surroundings | undefined;
  log!: LogGrowth;
  admin = "";
  adminId = 0;
  /** Those that have not stopped yet. */
  static readonly #running = new Set<Target>();
  readonly #scenario: Scenario;
  #callers: Caller[] = [];
  #sources = 0;
  #names = 0;

  private constructor(scenario: Scenario) {
    this.#scenario = scenario;
  }

  static async start(scenario: Scenario): Promise<Target> {
    const target = new Target(scenario);
    Target.#running.add(target);
    try {
      await target.start();
      return target;
    } catch (error) {
      await target.stop();
      throw error;
    }
  }

  /** Starts the product, again after a crash on what that left. */
  async start(): Promise<void> {
    this.surroundings ??= await this.#scenario.surround?.(this.dataDir);
    this.product = await startProduct({
      dataDir: this.dataDir,
      environment: {
        ...production,
        ...this.#scenario.environment,
        ...this.surroundings?.environment,
      },
      flags: this.#scenario.split ? ["--split"] : [],
      ownStores: true,
    });
    this.log = new LogGrowth(this.product);
    if (this.#scenario.replica) this.replica = await startReplica(this.product, production);
    await this.signIn();
  }

  /** A token of the IT Admin lasts for minutes, some attacks for longer. */
  async signIn(): Promise<void> {
    const { body } = await this.prepare().call("POST", "/api/admin/login", {
      body: { email: adminEmail, password: adminPassword },
      source: this.source(),
    });
    this.admin = body.accessToken;
    this.adminId = body.admin.id;
  }

  /** A caller whose calls are counted in the report; through the gateway, or past it to the replica. */
  caller(report: Report, url = this.product.url): Caller {
    const caller = new Caller(url, report);
    this.#callers.push(caller);
    return caller;
  }

  /** Callers by the gateway and, where there is one, by the replica. */
  ways(report: Report): [Caller, Caller] {
    const gateway = this.caller(report);
    return [gateway, this.replica ? this.caller(report, this.replica.url) : gateway];
  }

  prepare = () => this.caller(this.preparation);

  /** An address that nobody has called from. */
  source(): string {
    const n = this.#sources++;
    return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  }

  /** A number that nothing else here has. */
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

  /** Ends every process of the product as a power cut would. */
  async cutPower(): Promise<void> {
    const pids = [...this.processes().values()];
    await this.replica?.stop();
    this.#closeClients();
    await this.log.close();
    const main = this.product.kill();
    for (const pid of pids) if (pid !== this.product.pid) process.kill(pid, "SIGKILL");
    await main;
  }

  /** For a run that is interrupted. */
  static async stopAll(): Promise<void> {
    await Promise.all([...Target.#running].map((target) => target.stop()));
  }

  async stop(): Promise<void> {
    Target.#running.delete(this);
    this.#closeClients();
    await this.replica?.stop();
    await this.log?.close();
    await this.product?.stop();
    await this.surroundings?.stop();
    removeDataDir(this.dataDir);
  }

  #closeClients(): void {
    for (const caller of this.#callers) caller.close();
    this.#callers = [];
  }
}
