import { setTimeout as pause } from "node:timers/promises";
import type { AdminRole } from "@ornament/contracts/values/roles";
import { type Parent, parentPassword, registerParent } from "@ornament/testing/people/parents";
import type { Target } from "./target.ts";

export const password = parentPassword;
const mostTries = 30;

/** A new parent, registered, confirmed and signed in. */
export function newPerson(target: Target): Promise<Parent> {
  const caller = target.prepare();
  const source = target.source();
  return registerParent(
    {
      async call(method, path, { body }) {
        for (let tries = 1; ; tries += 1) {
          const reply = await caller.call(method, path, { body, source });
          // A busy product refuses a call and names the time to wait.
          if (reply.status !== 503 || tries === mostTries) return reply;
          await pause(Number(reply.headers["retry-after"]) * 1_000);
        }
      },
      mailTo: (email) => target.mailbox.to(email),
    },
    `parent-${target.number()}@example.com`,
  );
}

/** A new, signed-in admin, created by the IT Admin with the token. */
export async function newAdmin(
  target: Target,
  by: string,
  role: AdminRole = "ADMIN",
): Promise<{ readonly id: number; readonly token: string }> {
  const email = `admin-${target.number()}@ornament.test`;
  const created = await target.prepare().call("POST", "/api/admin/registration", {
    token: by,
    body: { email, password, role },
  });
  if (created.status !== 200)
    throw new Error(`The creation of an admin answered ${created.status} ${created.body.code}`);
  const { status, body } = await target
    .prepare()
    .call("POST", "/api/admin/login", { body: { email, password }, source: target.source() });
  if (status !== 200) throw new Error(`The sign-in of ${email} answered ${status}`);
  return { id: created.body.id, token: body.accessToken };
}

/** New PINs, imported in one file. */
export async function newPins(target: Target, count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, () =>
    `P${target.number().toString(36).padStart(6, "0")}`.toUpperCase(),
  );
  const boundary = "----attack";
  const raw = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="pins.csv"\r\nContent-Type: text/csv\r\n\r\n${codes.join("\n")}\r\n--${boundary}--\r\n`;
  const { status } = await target.prepare().call("POST", "/api/admin/import/csv", {
    raw,
    token: target.admin,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  });
  if (status !== 200) throw new Error(`The import of PINs answered ${status}`);
  return codes;
}
