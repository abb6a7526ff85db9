import { emailProblem, normaliseEmail } from "@ornament/contracts/values/email";
import { passwordProblem } from "@ornament/contracts/values/password";
import { ConfigError } from "@ornament/platform/config/read-config";
import type { Parts } from "../compose-parts.ts";
import { ofSystem } from "../http/request-contexts.ts";
import { type AdminDirectory, adminByEmail, needsFirstAdmin } from "./directory-decider.ts";
import { newAdminId } from "./manage-admins.ts";

/**
 * Creates the first IT Admin if there is none, with a random password unless one is given. Only the process
 * that created the account gets the password, to show it once, also after an append with an unknown outcome.
 * Throws `ConfigError` for an email address or a password that breaks the rules.
 */
export function firstAdminBootstrap(
  parts: Parts,
  given: { email: string; password?: string | undefined },
): () => Promise<{ email: string; password: string | undefined }> {
  const { adminDirectory, hasher, randomNonce } = parts;
  const email = normaliseEmail(given.email);
  const create = async (state: AdminDirectory) => {
    const password = given.password ?? randomPassword(randomNonce);
    refuseProblem("ADMIN_EMAIL", emailProblem(email));
    refuseProblem("ADMIN_PASSWORD", passwordProblem(password));
    const passwordHash = await hasher.hash(password);
    const adminId = newAdminId(parts, state);
    const command = { type: "CreateFirstAdmin", adminId, email, passwordHash } as const;
    return { command, context: ofSystem(parts), password };
  };
  let created: Awaited<ReturnType<typeof create>> | undefined;
  return async () => {
    if (!created) {
      const { state } = await adminDirectory.load("main");
      if (!needsFirstAdmin(state)) return { email, password: undefined };
      if (adminByEmail(state, email))
        throw new ConfigError("ADMIN_EMAIL belongs to an admin who is no IT Admin; set another address");
      created = await create(state);
    }
    const { command, context, password } = created;
    const { events } = await adminDirectory.handle("main", command, context);
    return { email, password: events.length > 0 ? password : undefined };
  };
}

function refuseProblem(variable: string, problem: string | undefined): void {
  if (problem !== undefined) throw new ConfigError(`${variable}: ${problem}`);
}

function randomPassword(randomNonce: () => string): string {
  for (;;) {
    const password = randomNonce();
    if (passwordProblem(password) === undefined) return password;
  }
}
