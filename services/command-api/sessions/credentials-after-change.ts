import type { Audience } from "@ornament/contracts/events/fields";
import type { CredentialReader, Credentials } from "./credentials.ts";
import type { CredentialChange } from "./revocations.ts";

/** The account's credentials after the latest change that is known of them. */
export type CredentialsAfterChange = (
  change: CredentialChange,
  audience: Audience,
  subjectId: number,
) => Promise<Credentials | undefined>;

/**
 * Reads an account's credentials once after each change, and not for each of its requests. A later change is another object, so what was
 * kept by the earlier one isn't found any more. What doesn't include the change yet, as a read from a node that is behind, is not kept.
 */
export function credentialsAfterChange({ load }: Pick<CredentialReader, "load">): CredentialsAfterChange {
  const kept = new WeakMap<CredentialChange, Credentials>();
  return async (change, audience, subjectId) => {
    const known = kept.get(change);
    if (known) return known;
    const read = await load(audience, subjectId);
    if (read?.position && read.position.commit >= change.position.commit) kept.set(change, read);
    return read;
  };
}
