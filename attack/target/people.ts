import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import type { AdminRole } from "@ornament/contracts/domain/roles";
import { type Parent, parentPassword, registerParent } from "@ornament/testing/people/parents";
import { inBatches } from "@ornament/testing/suites/in-batches";
import type { Caller } from "./caller.ts";
import { untilAdmitted } from "./repeat-on-conflict.ts";
import type { Target } from "./target.ts";

export interface Person extends Readonly<Parent> {
  /** The refresh cookie in the form of a request. */
  readonly cookie: string;
  /** The network address of this person. */
  readonly source: string;
}

export interface SignedInAdmin {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

export const password = parentPassword;
const atOnce = 8;

/** New parents, registered, confirmed and signed in, each from another network address. */
export const newPeople = (target: Target, count: number): Promise<Person[]> =>
  inBatches(count, atOnce, () => newPerson(target));

export async function newPerson(target: Target): Promise<Person> {
  const caller = target.prepare();
  const source = target.source();
  let cookie = "";
  const parent = await registerParent(
    {
      async call(method, path, { body }) {
        const reply = await untilAdmitted(() => caller.call(method, path, { body, source }));
        cookie = cookieIn(reply.headers["set-cookie"]);
        return reply;
      },
      mailTo: (email) => target.mailbox.to(email),
    },
    `parent-${target.number()}@example.com`,
  );
  return { ...parent, cookie, source };
}

/** A new, signed-in admin, created by the IT Admin with the token. */
export async function newAdmin(
  target: Target,
  by: string,
  role: AdminRole = "ADMIN",
): Promise<SignedInAdmin> {
  const email = `admin-${target.number()}@ornament.test`;
  const { status, body } = await target.prepare().call("POST", "/api/admin/registration", {
    token: by,
    body: { email, password, role },
  });
  if (status !== 200) throw new Error(`The creation of an admin answered ${status} ${body.code}`);
  return { id: body.id, email, token: await signInAdmin(target, email) };
}

export async function signInAdmin(target: Target, email: string): Promise<string> {
  const { status, body } = await target
    .prepare()
    .call("POST", "/api/admin/login", { body: { email, password }, source: target.source() });
  if (status !== 200) throw new Error(`The sign-in of ${email} answered ${status}`);
  return body.accessToken;
}

/** The refresh cookie of an answer, in the form of a request. */
export const cookieIn = (lines: readonly string[] = []) =>
  lines.find((line) => /^(__\w+-)?userRefresh=/.test(line))?.split(";")[0] ?? "";

/** New PINs, imported in one file. */
export async function newPins(target: Target, count: number, caller = target.prepare()): Promise<string[]> {
  const codes = Array.from({ length: count }, () =>
    `P${target.number().toString(36).padStart(6, "0")}`.toUpperCase(),
  );
  const boundary = "----attack";
  const raw = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="pins.csv"\r\nContent-Type: text/csv\r\n\r\n${codes.join("\n")}\r\n--${boundary}--\r\n`;
  const { status } = await caller.call("POST", "/api/admin/import/csv", {
    raw,
    token: target.admin,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  });
  if (status !== 200) throw new Error(`The import of PINs answered ${status}`);
  return codes;
}

/** Adds PINs to a person's account. */
export const activate = (caller: Caller, { id, email, token, source }: Person, codes: readonly string[]) =>
  caller.call("PUT", "/api/user/activate-pin", {
    token,
    source,
    body: { userId: id, email, pin: codes.map((pin) => ({ pin })) },
  });

/** Binds a new device to a PIN, or signs one in again. */
export const bind = (
  caller: Caller,
  { token, source }: Person,
  code: string,
  device: string,
  deviceToken?: string,
) =>
  caller.call("POST", "/api/user/device-pin", {
    token,
    source,
    body: { pinId: pinIdOf(code), device, ...(deviceToken === undefined ? {} : { deviceToken }) },
  });
