/**
 * Another Unix user of the product's machine, who tries to read and to change its data directly. Its argument
 * is JSON: the user, and the targets of its tries (strangers.ts). It prints one line for each try, as JSON:
 * the action, the target and the result.
 */
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { BACKWARDS, END, EventStoreDBClient, jsonEvent } from "@eventstore/db-client";
import { MongoClient } from "mongodb";

const { uid, url, dataDir, adminId, passwordHash, eventStores, documentStores, mailServers } = JSON.parse(
  process.argv[2],
);
// The options of spawn don't work: the other user may not be able to read this program and Node.js.
if (uid !== undefined) {
  process.setgroups([]);
  process.setgid(uid);
  process.setuid(uid);
}

const patience = 10_000;

/** Does the work and prints the result. */
async function attempt(what, where, work) {
  const late = new Promise((_, fail) => {
    setTimeout(() => fail(new Error(`no answer within ${patience / 1_000} s`)), patience).unref();
  });
  const outcome = await Promise.race([work(), late]).then(
    (got) => ({ done: String(got) }),
    (error) => ({ refused: reasonOf(error) }),
  );
  console.log(JSON.stringify({ what, where, ...outcome }));
}

/** The driver's message does not name the reason why no server could be selected. */
function reasonOf(error) {
  const [server] = error.reason?.servers?.values() ?? [];
  return (server?.error ?? error).message;
}

const clientOf = (address) =>
  address.startsWith("unix:")
    ? new EventStoreDBClient({ endpoint: address }, { insecure: true })
    : EventStoreDBClient.connectionString(address);

async function forge(address) {
  const client = clientOf(address);
  const stream = `admin-${adminId}`;
  await attempt("read events", address, async () => {
    const types = [];
    for await (const { event } of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 5 }))
      types.push(event?.type);
    return types.join(", ");
  });
  await attempt("append a forged AdminPasswordReset", address, async () => {
    const event = jsonEvent({ type: "AdminPasswordReset", data: { adminId, passwordHash } });
    const { nextExpectedRevision } = await client.appendToStream(stream, event);
    return `${stream} has revision ${nextExpectedRevision}`;
  });
  await attempt("tombstone a stream", address, async () => {
    await client.tombstoneStream("setting-numberDevices", { expectedRevision: "any" });
    return "setting-numberDevices is gone";
  });
}

const readDocuments = (address) =>
  attempt("read the document store", address, async () => {
    const client = new MongoClient(address, { serverSelectionTimeoutMS: 2_000 });
    const names = (await client.db("ornament").listCollections().toArray()).map(({ name }) => name);
    const admins = names.find((name) => name.startsWith("admins"));
    return JSON.stringify(await client.db("ornament").collection(admins).findOne());
  });

const sendMail = ({ path, port }) =>
  attempt("send a mail", path ?? port, () => {
    const socket = path === undefined ? connect(port, "127.0.0.1") : connect(path);
    return new Promise((resolve, reject) => {
      socket.once("error", reject);
      socket.once("data", (greeting) =>
        /^220 /.test(greeting) ? resolve(greeting) : reject(new Error(`another server: ${greeting}`)),
      );
      socket.once("close", () => reject(new Error("closed")));
      // A web server gives another answer, and a mail server has sent its greeting before.
      socket.once("connect", () => setTimeout(() => socket.write("HELO stranger\r\n\r\n"), 200));
    });
  });

const readMailbox = (query) =>
  attempt("read the mailbox", `${url}/mailbox/api/messages${query}`, async () => {
    const answer = await fetch(`${url}/mailbox/api/messages${query}`);
    if (!answer.ok) throw new Error(String(answer.status));
    return `${(await answer.json()).length} mails`;
  });

const readFile = (name) =>
  attempt("read a file", name, async () => readFileSync(join(dataDir, name), "utf8").slice(0, 80));

console.log(JSON.stringify({ uid: process.getuid() }));
await Promise.all([
  // The owner can read them.
  ...(uid === undefined ? [] : ["run.json", "secrets.json"].map(readFile)),
  readMailbox(""),
  readMailbox("?token=guessed"),
  ...eventStores.map(forge),
  ...documentStores.map(readDocuments),
  ...mailServers.map(sendMail),
]);
process.exit();
