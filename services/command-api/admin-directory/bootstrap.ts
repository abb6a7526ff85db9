import { emailProblem, normaliseEmail } from "@ornament/contracts/domain/email";
import { passwordProblem } from "@ornament/contracts/domain/password";
import { streams } from "@ornament/contracts/events/streams";
import { handleCommand, loadState } from "@ornament/platform/commands/handle-command";
import { ConfigError } from "@ornament/platform/config/read-config";
import { drawAdminId } from "../admin/creation.ts";
import type { Dependencies } from "../dependencies.ts";
import { freshContext } from "../request-context.ts";
import { adminDirectoryDecider } from "./decider.ts";

type Needs = Pick<Dependencies, "store" | "hasher" | "clock" | "randomInteger" | "randomNonce" | "uuid">;

/**
 * Creates the first IT Admin where there has never been an admin. The password is drawn when none is given. Answers it
 * once, for whoever starts the product to show; `undefined` when the directory was founded before or by another process.
 * Throws `ConfigError` for an address or a password that breaks the rules.
 */
export async function bootstrapFirstAdmin(
  dependencies: Needs,
  given: { email: string; password?: string | undefined },
): Promise<{ email: string; password: string | undefined }> {
  const email = normaliseEmail(given.email);
  const stream = streams.adminDirectory;
  const { store } = dependencies;
  const { state } = await loadState(store, stream, adminDirectoryDecider);
  if (state.usedIds.size > 0) return { email, password: undefined };
  const password = given.password ?? drawPassword(dependencies);
  refuseProblem("ADMIN_EMAIL", emailProblem(email));
  refuseProblem("ADMIN_PASSWORD", passwordProblem(password));
  const context = freshContext(dependencies, {
    correlationId: dependencies.uuid(),
    actor: { kind: "system" },
  });
  const passwordHash = await dependencies.hasher.hash(password);
  const adminId = drawAdminId(dependencies, state);
  const { events } = await handleCommand({
    store,
    decider: adminDirectoryDecider,
    stream,
    command: { type: "FoundDirectory", adminId, email, passwordHash },
    context,
  });
  return { email, password: events.length > 0 ? password : undefined };
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
