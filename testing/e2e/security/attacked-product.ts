import { connect } from "node:net";
import { afterAll, beforeAll } from "@jest/globals";
import { TestClient } from "@ornament/command-api/testing/test-client";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { EventLog } from "@ornament/testing/product/event-log";
import {
  adminEmail,
  adminPassword,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "@ornament/testing/product/running-product";

/** A product that runs for one test file, and its gateway. */
export interface Attacked {
  product: RunningProduct;
  /** Its URL on this machine, whatever its public URL. */
  url: string;
  api: ApiClient;
  log: EventLog;
  /** The first IT Admin's access token and id. */
  admin: string;
  adminId: number;
  /** A new browser with its own cookies. */
  browser(): TestClient;
  /** The first IT Admin's browser, signed in. */
  signedInAdmin(): Promise<TestClient>;
}

/** Starts the product before the tests of a file and ends it after them. */
export function attackedProduct(
  options: {
    environment?: Record<string, string>;
    flags?: string[];
    port?: () => Promise<number>;
    /** Whether the product uses embedded stores even if the tests' environment names others. */
    ownStores?: boolean;
  } = {},
): Attacked {
  const attacked = {} as Attacked;
  beforeAll(async () => {
    const port = await options.port?.();
    const environment = { ...options.environment, ...(port ? { PORT: String(port) } : {}) };
    const product = await startProduct({ ...options, environment });
    const url = port ? `http://127.0.0.1:${port}` : product.url;
    const browser = () => new TestClient(url);
    const signedInAdmin = async () => {
      const own = browser();
      await own.signIn("/api/admin/login", { email: adminEmail, password: adminPassword });
      return own;
    };
    const api = new ApiClient(url);
    const { body } = await api.call("POST", "/api/admin/login", {
      body: { email: adminEmail, password: adminPassword },
    });
    Object.assign(attacked, {
      product,
      url,
      api,
      log: new EventLog(product),
      admin: body.accessToken,
      adminId: body.admin.id,
      browser,
      signedInAdmin,
    });
  });
  afterAll(async () => {
    await attacked.log?.close();
    await attacked.product?.stop();
    if (attacked.product) removeDataDir(attacked.product.dataDir);
  });
  return attacked;
}

/**
 * Sends bytes unchanged and returns everything that is received until the other side closes, or until nothing
 * was received for `silenceMilliseconds`.
 */
export function sendRaw(
  url: string,
  bytes: string | Buffer,
  silenceMilliseconds = 20_000,
  address = "127.0.0.1",
): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), address);
    let received = "";
    const end = () => {
      socket.destroy();
      resolve(received);
    };
    socket.setTimeout(silenceMilliseconds, end);
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    socket.once("end", end).once("error", end);
    socket.write(bytes);
  });
}

export const statusOf = (received: string) => Number(/^HTTP\/1\.[01] (\d{3})/.exec(received)?.[1] ?? 0);
