import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach } from "@jest/globals";
import { type AccessDocument, accessId, accessReadModel } from "@ornament/contracts/access/document";
import {
  type ActionLogDocument,
  actionLogReadModel,
  type LogSessionDocument,
} from "@ornament/contracts/action-log/document";
import {
  type AdminDocument,
  adminsReadModel,
  type FormerAdminDocument,
} from "@ornament/contracts/admins/document";
import {
  type BulkChangeDocument,
  bulkChangesReadModel,
  type UndoneDocument,
} from "@ornament/contracts/bulk-changes/document";
import {
  type ConsumerDocument,
  type ConsumerRowDocument,
  consumersReadModel,
} from "@ornament/contracts/consumers/document";
import {
  type PinImportDocument,
  type PinImportRefusalsDocument,
  pinImportsReadModel,
} from "@ornament/contracts/imports/document";
import { type BatchDocument, type PinDocument, pinsReadModel } from "@ornament/contracts/pins/document";
import { type ProjectionName, projectionNames } from "@ornament/contracts/projections/names";
import { collectionOf, type ReadModel, type Stored } from "@ornament/contracts/projections/read-model";
import { readModels } from "@ornament/contracts/read-models";
import {
  generationsCollection,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { type SettingDocument, settingsReadModel } from "@ornament/contracts/settings/document";
import {
  type MailDocument,
  type SignInHelpDocument,
  signInHelpReadModel,
} from "@ornament/contracts/sign-in-help/document";
import type { AdminRole } from "@ornament/contracts/values/roles";
import { startServer } from "@ornament/platform/http/server";
import type { ServiceAnswer } from "@ornament/platform/http/service-calls";
import { silentLogger } from "@ornament/platform/logging/logger";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { createMongoClient } from "@ornament/platform/mongodb/connection";
import { type AccessClaims, createAccessTokens } from "@ornament/platform/tokens/access-token";
import { type KeyRing, keyRing } from "@ornament/platform/tokens/keyed-hash";
import { type Answer, ApiClient } from "@ornament/testing/calls/api-client";
import { type TestMongo, testMongo } from "@ornament/testing/stores/test-mongo";
import type { Db } from "mongodb";
import { createQueryApi } from "../app.ts";

/** A collection of a read model. Its type alone names the documents. */
const of = <D>(model: ReadModel, part?: string) => ({ model, part, document: undefined as D | undefined });
const collections = {
  access: of<AccessDocument>(accessReadModel),
  admins: of<AdminDocument>(adminsReadModel),
  formerAdmins: of<FormerAdminDocument>(adminsReadModel, "former"),
  consumers: of<ConsumerDocument>(consumersReadModel),
  consumerRows: of<ConsumerRowDocument>(consumersReadModel, "rows"),
  pins: of<PinDocument>(pinsReadModel),
  batches: of<BatchDocument>(pinsReadModel, "batches"),
  log: of<ActionLogDocument>(actionLogReadModel),
  sessions: of<LogSessionDocument>(actionLogReadModel, "sessions"),
  signInHelp: of<SignInHelpDocument>(signInHelpReadModel),
  mails: of<MailDocument>(signInHelpReadModel, "mails"),
  settings: of<SettingDocument>(settingsReadModel),
  bulkChanges: of<BulkChangeDocument>(bulkChangesReadModel),
  undone: of<UndoneDocument>(bulkChangesReadModel, "undone"),
  imports: of<PinImportDocument>(pinImportsReadModel),
  refusedRows: of<PinImportRefusalsDocument>(pinImportsReadModel, "refusals"),
};
type Put<C> = C extends { document: infer D | undefined }
  ? (documents: readonly Omit<NonNullable<D>, keyof Stored>[]) => Promise<void>
  : never;

/** query-api on a document store that the tests fill in place of the projector. */
export interface QueryApiUnderTest {
  readonly url: string;
  readonly api: ApiClient;
  readonly db: Db;
  readonly mongo: TestMongo;
  /** command-api in place of the real one: the looks that it was asked for, and its answer to the next ones. */
  readonly looks: FakeLooks;
  /** The ring with which the lists of PINs for bulk changes are sealed. */
  readonly pinListKeys: KeyRing;
  /** Changes the live generation of a projection in the registry. */
  register(name: ProjectionName, change: Partial<ProjectionGeneration>): Promise<void>;
  /** Stores documents of a read model's live generation. */
  readonly put: { readonly [Name in keyof typeof collections]: Put<(typeof collections)[Name]> };
  /** Stores the tombstone that a deleted document leaves for a moment. */
  leaveTombstone(model: ReadModel, id: string | number, part?: string): Promise<void>;
  /** Stores an admin in `access` and returns a valid token for it; `claims` changes the token. */
  signIn(role: AdminRole, claims?: Partial<AccessClaims>): Promise<string>;
  /** Signs a token as command-api does, without a document in `access`. */
  sign(claims: Partial<AccessClaims>): string;
  /** A valid token of a consumer. */
  consumerToken(): string;
  /** The `GET` of a table or profile, as an IT Admin. */
  get(path: string, options?: { token?: string; readAfter?: string }): Promise<Answer>;
  /** The body of such an answer, which must be 200. */
  read<T = Answer["body"]>(path: string, options?: { token?: string }): Promise<T>;
  close(): Promise<void>;
}

export interface FakeLooks {
  readonly asked: { path: string; headers: Record<string, string>; look: unknown }[];
  /** 200 by default. */
  answer: () => Promise<ServiceAnswer>;
}

const recorded: FakeLooks["answer"] = async () => ({ status: 200, retryAfterSeconds: undefined, body: {} });

export const now = new Date("2026-12-01T15:04:05Z");
export const brand = {
  name: "Ornament",
  supportEmail: "help@ornament.test",
  supportPhone: "1-800-555-0100",
  supportHours: "weekdays 8am-12pm and 12:30-5pm CT",
};

let accounts = 1_000;

/** query-api for all tests of a file, or for each of them again. */
export function queryApi(serves: "a file" | "a test" = "a file"): QueryApiUnderTest {
  const [before, after] = serves === "a file" ? [beforeAll, afterAll] : [beforeEach, afterEach];
  let running: QueryApiUnderTest | undefined;
  before(async () => {
    running = await startQueryApi();
  });
  after(() => running?.close());
  return new Proxy({} as QueryApiUnderTest, { get: (_none, name) => running && Reflect.get(running, name) });
}

/** Starts query-api with all read models empty and ready, its projections at commit position 100. */
export async function startQueryApi(): Promise<QueryApiUnderTest> {
  const mongo = await testMongo();
  const client = createMongoClient(mongo.url, { appName: "query-api-test" });
  const db = client.db(mongo.database);
  const keys = keyRing(randomBytes(32));
  const adminTokens = createAccessTokens("admin", keys);
  const consumerTokens = createAccessTokens("consumer", keyRing(randomBytes(32)));
  const looks: FakeLooks = { asked: [], answer: recorded };
  const app = createQueryApi({
    database: db,
    commandApi: {
      post(path, headers, look) {
        looks.asked.push({ path, headers, look });
        return looks.answer();
      },
    },
    adminTokens,
    pinListKeys: keys,
    publicUrl: "https://ornament.test",
    defaultPlayerUrl: "https://player.ornament.test/",
    brand,
    humanCheck: { siteKey: "site-key", scriptUrl: "https://captcha.example/api.js" },
    trustProxy: 0,
    requestMilliseconds: 60_000,
    allowedOrigins: [],
    clock: () => now,
    logger: silentLogger(),
    metrics: createMetrics({ service: "query-api" }),
  });
  const server = await startServer(app, { port: 0 });
  const api = new ApiClient(server.url);
  await Promise.all(projectionNames.map((name) => openGeneration(db, name)));

  const store = async (model: ReadModel, part: string | undefined, documents: readonly object[]) => {
    const stored = documents.map((document) => ({ position: 100n, deleted: false, ...document }));
    if (stored.length > 0)
      await db.collection(collectionOf(generationOf(model.name), part)).insertMany(stored);
  };
  const put = Object.fromEntries(
    Object.entries(collections).map(([name, { model, part }]) => [
      name,
      (documents: readonly object[]) => store(model, part, documents),
    ]),
  ) as unknown as QueryApiUnderTest["put"];
  const sign = (claims: Partial<AccessClaims>) =>
    adminTokens.sign({ ...ordinary, sessionId: randomUUID(), ...claims }, now);
  const admit = (subjectId: number, role: AdminRole) =>
    put.access([
      {
        _id: accessId("admin", subjectId),
        role,
        removed: false,
        epoch: "epoch-1",
        epochs: 1,
        endedSessions: [],
      },
    ]);
  const signIn: QueryApiUnderTest["signIn"] = async (role, claims = {}) => {
    const subjectId = claims.subjectId ?? ++accounts;
    await admit(subjectId, role);
    return sign({ subjectId, role, ...claims });
  };
  const adminId = ++accounts;
  const admin = await signIn("ADMIN", { subjectId: adminId });
  const get: QueryApiUnderTest["get"] = (path, { token = admin, ...options } = {}) =>
    api.call("GET", path, { token, ...options });
  return {
    url: server.url,
    api,
    db,
    mongo,
    looks,
    pinListKeys: keys,
    put,
    sign,
    signIn,
    async leaveTombstone({ name }, _id, part) {
      await db
        .collection<Stored & { _id: string | number }>(collectionOf(generationOf(name), part))
        .insertOne({ _id, position: 100n, deleted: true });
    },
    consumerToken: () => consumerTokens.sign({ ...ordinary, role: "consumer", sessionId: randomUUID() }, now),
    async register(name, change) {
      await db
        .collection<ProjectionGeneration>(generationsCollection)
        .updateOne({ _id: generationOf(name) }, { $set: change });
    },
    get,
    async read(path, options) {
      const { status, body } = await get(path, options);
      if (status !== 200) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}`);
      return body;
    },
    async close() {
      await server.stop();
      await client.close();
      await mongo.close();
    },
  };
}

const ordinary = { subjectId: 1, role: "ADMIN", credentialEpoch: "epoch-1", position: 100n } as const;

export const generationOf = (name: ProjectionName) => `${name}_v${readModels[name].version}_1`;

async function openGeneration(db: Db, name: ProjectionName): Promise<void> {
  const { version, collections } = readModels[name];
  const _id = generationOf(name);
  for (const [part, { indexes }] of Object.entries(collections)) {
    const collection = await db.createCollection(collectionOf(_id, part));
    if (indexes.length > 0) await collection.createIndexes(indexes.map(({ key }) => ({ key: { ...key } })));
  }
  await db.collection<ProjectionGeneration>(generationsCollection).insertOne({
    _id,
    name,
    version,
    number: 1,
    state: "live",
    commit: 100n,
    prepare: 100n,
    ready: true,
    target: 100n,
    createdAt: now,
    retiredAt: null,
  });
}
