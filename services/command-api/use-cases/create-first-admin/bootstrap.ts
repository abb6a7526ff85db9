import { emailProblem, normaliseEmail } from "@ornament/contracts/domain/email";
import { passwordProblem } from "@ornament/contracts/domain/password";
import { streams } from "@ornament/contracts/events/streams";
import { type CommandContext, handleCommand, loadState } from "@ornament/platform/commands/handle-command";
import { ConfigError } from "@ornament/platform/config/read-config";
import {
  type AdminDirectory,
  type AdminDirectoryCommand,
  adminDirectoryDecider,
} from "../../aggregates/admin-directory/decider.ts";
import type { Dependencies } from "../../dependencies.ts";
import { freshContext } from "../../http/request-context.ts";
import { drawAdminId } from "../manage-admins/creation.ts";

type Needs = Pick<Dependencies, "store" | "hasher" | "clock" | "randomInteger" | "randomNonce" | "uuid">;

interface FirstAdmin {
  email: string;
  /** Only of the start that has created the account. */
  password: string | undefined;
}

interface Drawn {
  command: Extract<AdminDirectoryCommand, { type: "FoundDirectory" }>;
  context: CommandContext;
  password: string;
}

/**
 * Creates the first IT Admin where there has never been an admin. The password is drawn when none is given. Answers it
 * once, for whoever starts the product to show; `undefined` when the directory was founded before or by another process.
 * Asked again after an append whose outcome it did not learn, it knows its own account. Throws `ConfigError` for an
 * address or a password that breaks the rules.
 */
export function firstAdminBootstrap(
  dependencies: Needs,
  given: { email: string; password?: string | undefined },
): () => Promise<FirstAdmin> {
  const email = normaliseEmail(given.email);
  const stream = streams.adminDirectory;
  const { store } = dependencies;
  let drawn: Drawn | undefined;
  const draw = async (state: AdminDirectory): Promise<Drawn> => {
    const password = given.password ?? drawPassword(dependencies);
    refuseProblem("ADMIN_EMAIL", emailProblem(email));
    refuseProblem("ADMIN_PASSWORD", passwordProblem(password));
    const context = freshContext(dependencies, {
      correlationId: dependencies.uuid(),
      actor: { kind: "system" },
    });
    const passwordHash = await dependencies.hasher.hash(password);
    const adminId = drawAdminId(dependencies, state);
    return { command: { type: "FoundDirectory", adminId, email, passwordHash }, context, password };
  };
  return async () => {
    if (!drawn) {
      const { state } = await loadState(store, stream, adminDirectoryDecider);
      if (state.usedIds.size > 0) return { email, password: undefined };
      drawn = await draw(state);
    }
    const { command, context, password } = drawn;
    const { events } = await handleCommand({
      store,
      decider: adminDirectoryDecider,
      stream,
      command,
      context,
    });
    return { email, password: events.length > 0 ? password : undefined };
  };
}

function refuseProblem(variable: string, problem: string | undefined): void {
  if (problem !== undefined) throw new ConfigError(`${variable}: ${problem}`);
}

function drawPassword({ randomNonce }: Pick<Dependencies, "randomNonce">): string {
  for (;;) {
    const password = randomNonce();
    if (passwordProblem(password) === undefined) return password;
  }
}
