import { execFileSync } from "node:child_process";
import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { percentile } from "../measure/figures.ts";
import { inTurns, mediansOf } from "../measure/in-turns.ts";
import { KeepAliveClient } from "../measure/keep-alive-client.ts";
import type { Row } from "./row.ts";

const signInsAtOnce = 20;
const pagesOfTurn = 200;
const bindsOfTurn = 40;
const firstPagesOfTurn = 40;
/** So many sign-ins are answered before others are measured: from then on they begin one after another. */
const answeredBefore = 5;
const atOnce = 4;
/** Each account may bind a device 60 times at once, and then once in 2 s. */
const bindsOfAccount = 60;
const password = "Demo2026";

type Call = () => Promise<unknown>;

/**
 * What other people's calls take while 20 sign-ins run all the time, beside the same calls without sign-ins. A line of its own is for the moment in
 * which all 20 begin.
 */
export const signIns: Row = {
  name: "sign-ins",
  needs: "empty",
  async measure({ product, sizes }) {
    const demo = fileURLToPath(new URL("demo.js", import.meta.url));
    const environment = { ...process.env, DATA_DIR: product.dataDir };
    const consumers = sizes.quick ? "30" : "60";
    execFileSync(process.execPath, [demo, "--pins", "300", "--consumers", consumers], {
      env: environment,
      stdio: "pipe",
    });
    const rounds = sizes.quick ? 2 : 7;
    const emails = await emailsOf(product.url, product.headers);
    const admin = new KeepAliveClient(product.url, product.headers);
    const binds = 2 * (rounds + 1) * bindsOfTurn;
    const binders = await signInBinders(product.url, emails, Math.ceil(binds / bindsOfAccount));
    const getPage: Call = async () =>
      expectStatus(200, await admin.call("GET", "/api/admin/table/pins?limit=25"));
    let bound = 0;
    const bind: Call = () => bindAgain(binders[bound++ % binders.length] ?? never());
    const compare = async (during: () => Promise<number>, alone: () => Promise<number>) => {
      const { ours, baseline } = mediansOf(await inTurns(rounds, during, alone));
      return {
        ours: { value: ours, unit: "ms" },
        baseline: { what: "without sign-ins", value: baseline, unit: "ms" },
      };
    };
    const during = (calls: () => Promise<number>) => () => whileSigningIn(product.url, emails, calls);
    const pages = () => p99Of(getPage, pagesOfTurn);
    const bindings = () => p99Of(bind, bindsOfTurn);
    const firstPages = () => p99Of(getPage, firstPagesOfTurn);
    const fromTheBeginning = () => whileSigningIn(product.url, emails, firstPages, 0);
    const lines = [
      {
        what: `GET of a page while ${signInsAtOnce} sign-ins run: p99`,
        ...(await compare(during(pages), pages)),
        target: { atMost: 2 },
      },
      {
        what: `Binding a device while ${signInsAtOnce} sign-ins run: p99`,
        ...(await compare(during(bindings), bindings)),
        target: { atMost: 2 },
      },
      {
        what: `GET of a page while ${signInsAtOnce} sign-ins begin at once: p99 of the first ${firstPagesOfTurn}`,
        ...(await compare(fromTheBeginning, firstPages)),
      },
    ];
    for (const client of [admin, ...binders.map((binder) => binder.client)]) client.close();
    return lines;
  },
};

async function p99Of(call: Call, calls: number): Promise<number> {
  const times: number[] = [];
  let next = 0;
  const worker = async () => {
    while (next < calls) {
      const began = performance.now();
      next += 1;
      await call();
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return percentile(times, 0.99);
}

/**
 * Runs the work while 20 clients sign in without a pause, once the given number of sign-ins has been answered. Clients that are refused as busy try
 * again after `Retry-After`.
 */
async function whileSigningIn<T>(
  url: string,
  emails: readonly string[],
  work: () => Promise<T>,
  answeredFirst = answeredBefore,
): Promise<T> {
  const ending = new AbortController();
  const { signal } = ending;
  setMaxListeners(signInsAtOnce, signal);
  let answered = 0;
  let noteEnough: () => void = () => undefined;
  const enough = new Promise<void>((resolve) => {
    noteEnough = resolve;
  });
  const loops = Array.from({ length: signInsAtOnce }, async (_, n) => {
    const client = new KeepAliveClient(url);
    const credentials = { email: emails[n % emails.length], password };
    while (!signal.aborted) {
      const answer = await client.call("POST", "/api/user/login", credentials);
      if (answer.status === 503) {
        await pause(answer.retryAfterSeconds * 1_000, undefined, { signal }).catch(() => undefined);
        continue;
      }
      expectStatus(200, answer);
      answered += 1;
      if (answered >= answeredFirst) noteEnough();
    }
    client.close();
  });
  const signingIn = Promise.all(loops);
  if (answeredFirst > 0) await Promise.race([enough, signingIn]);
  const result = await work();
  ending.abort();
  await signingIn;
  return result;
}

/** The consumers that can sign in. */
async function emailsOf(url: string, headers: Record<string, string>): Promise<string[]> {
  const client = new KeepAliveClient(url, headers);
  const { text } = expectStatus(200, await client.call("GET", "/api/admin/table/users?limit=100"));
  client.close();
  const { rows } = JSON.parse(text) as { rows: { email: string; isActivated: boolean }[] };
  return [...new Set(rows.filter(({ isActivated }) => isActivated).map(({ email }) => email))];
}

interface Binder {
  readonly client: KeepAliveClient;
  readonly pinId: number;
  deviceToken?: string;
}

/** Signs in consumers with an ornament that takes another device, and binds theirs, so that it is known from then on. */
async function signInBinders(url: string, emails: readonly string[], wanted: number): Promise<Binder[]> {
  const binders: Binder[] = [];
  for (const email of emails) {
    if (binders.length === wanted) break;
    const anonymous = new KeepAliveClient(url);
    const { text } = expectStatus(200, await anonymous.call("POST", "/api/user/login", { email, password }));
    anonymous.close();
    const { accessToken, user } = JSON.parse(text) as SignedIn;
    const free = user.pins.rows.find(({ status, countDevices }) => status && countDevices < 5);
    const client = new KeepAliveClient(url, { Authorization: `Bearer ${accessToken}` });
    if (!free) continue;
    const binder = { client, pinId: free.id };
    await bindAgain(binder);
    binders.push(binder);
  }
  if (binders.length < wanted)
    throw new Error(`Only ${binders.length} of ${wanted} consumers can bind a device`);
  return binders;
}

interface SignedIn {
  readonly accessToken: string;
  readonly user: { pins: { rows: { id: number; status: boolean; countDevices: number }[] } };
}

async function bindAgain(binder: Binder): Promise<void> {
  const { client, pinId, deviceToken } = binder;
  const body = { pinId, device: "Bench", ...(deviceToken ? { deviceToken } : {}) };
  const { text } = expectStatus(200, await client.call("POST", "/api/user/device-pin", body));
  binder.deviceToken = (JSON.parse(text) as { device: { deviceToken: string } }).device.deviceToken;
}

const never = () => {
  throw new Error("Nobody can bind a device");
};

function expectStatus<A extends { status: number; text: string }>(status: number, answer: A): A {
  if (answer.status !== status) throw new Error(`Answered ${answer.status}: ${answer.text}`);
  return answer;
}
