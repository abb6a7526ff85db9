import { emailProblem, normaliseEmail } from "@ornament/contracts/domain/email";
import { passwordProblem } from "@ornament/contracts/domain/password";
import type { CommandContext } from "@ornament/platform/commands/context";
import { ConfigError } from "@ornament/platform/config/read-config";
import type { PasswordHasher } from "@ornament/platform/passwords/password-hasher";
import type { AdminDirectory, AdminDirectoryCommand } from "../../aggregates/admin-directory/decider.ts";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import { drawAdminId } from "../manage-admins/draw-admin-id.ts";

interface Needs {
  readonly adminDirectory: Aggregates["adminDirectory"];
  readonly hasher: Pick<PasswordHasher, "hash">;
  readonly clock: () => Date;
  readonly uuid: () => string;
  readonly randomInteger: (below: number) => number;
  readonly randomNonce: () => string;
}

interface FirstAdmin {
  email: string;
  /** Only from the start that created the account. */
  password: string | undefined;
}

interface Drawn {
  command: Extract<AdminDirectoryCommand, { type: "CreateFirstAdmin" }>;
  context: CommandContext;
  password: string;
}

/**
 * Creates the first IT Admin where there has never been an admin. The password is drawn when none is given. It is answered
 * once, to be shown to the person who starts the product; `undefined` when the directory was founded before or by another
 * process. Called again after an append whose outcome is unknown, it recognises its own account. Throws `ConfigError` for
 * an address or a password that breaks the rules.
 */
export function firstAdminBootstrap(
  needs: Needs,
  given: { email: string; password?: string | undefined },
): () => Promise<FirstAdmin> {
  const { adminDirectory, hasher, clock, uuid, randomNonce } = needs;
  const email = normaliseEmail(given.email);
  let drawn: Drawn | undefined;
  const draw = async (state: AdminDirectory): Promise<Drawn> => {
    const password = given.password ?? drawPassword(randomNonce);
    refuseProblem("ADMIN_EMAIL", emailProblem(email));
    refuseProblem("ADMIN_PASSWORD", passwordProblem(password));
    const context: CommandContext = {
      commandId: uuid(),
      correlationId: uuid(),
      bodyHash: "",
      actor: { kind: "system" },
      now: clock(),
    };
    const passwordHash = await hasher.hash(password);
    const adminId = drawAdminId(needs, state);
    return { command: { type: "CreateFirstAdmin", adminId, email, passwordHash }, context, password };
  };
  return async () => {
    if (!drawn) {
      const { state } = await adminDirectory.load("main");
      if (state.usedIds.size > 0) return { email, password: undefined };
      drawn = await draw(state);
    }
    const { command, context, password } = drawn;
    const { events } = await adminDirectory.handle("main", command, context);
    return { email, password: events.length > 0 ? password : undefined };
  };
}

function refuseProblem(variable: string, problem: string | undefined): void {
  if (problem !== undefined) throw new ConfigError(`${variable}: ${problem}`);
}

function drawPassword(randomNonce: () => string): string {
  for (;;) {
    const password = randomNonce();
    if (passwordProblem(password) === undefined) return password;
  }
}
