import { adminPasswordLink, writeAdminPasswordToken } from "@ornament/contracts/domain/links";
import type { CommandContext } from "@ornament/platform/commands/context";
import type { Secrets } from "@ornament/platform/tokens/secrets";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import { passwordLinkSignature } from "../reset-admin-password/password-link.ts";

interface Needs {
  readonly admins: Pick<Aggregates["admins"], "handle">;
  readonly adminDirectory: Pick<Aggregates["adminDirectory"], "handle">;
  readonly secrets: Pick<Secrets, "ring">;
  readonly publicUrl: string;
  readonly clock: () => Date;
  readonly uuid: () => string;
  readonly randomNonce: () => string;
}

interface Recovery {
  readonly adminId: number;
  readonly formerEmail: string | null;
  /** Normalised and valid. */
  readonly email: string;
}

/** Returns the link that sets a new password. It works once, for a day. */
export type RecoverAdmin = (recovery: Recovery) => Promise<string>;

/**
 * Lets an IT Admin in again: changes the email address, ends the sessions and the password, and makes a link.
 * The directory decides. If it stops before the second step, a repetition does both. Throws
 * `admin_not_found`, `forbidden`, `email_taken` and `conflict`.
 */
export function recoverAdmin(needs: Needs): RecoverAdmin {
  const { admins, adminDirectory, secrets, publicUrl, clock, uuid, randomNonce } = needs;
  return async ({ adminId, formerEmail, email }) => {
    const { current: key } = secrets.ring("proof");
    const now = clock();
    const context: CommandContext = {
      commandId: uuid(),
      correlationId: uuid(),
      requestId: uuid(),
      bodyHash: "",
      actor: { kind: "system" },
      keyId: key.id,
      now,
    };
    await adminDirectory.handle("main", { type: "RecoverAdmin", adminId, email }, context);
    const nonce = randomNonce();
    const { state } = await admins.handle(
      adminId,
      { type: "RecoverAdmin", adminId, formerEmail, email, nonce, at: now.getTime() },
      context,
    );
    if (state.link?.nonce !== nonce) throw new Error("A recovery made no link");
    const signature = passwordLinkSignature(key, adminId, state.link);
    return adminPasswordLink(publicUrl, adminId, writeAdminPasswordToken({ nonce, signature }));
  };
}
