import type { Audience } from "@ornament/contracts/events/fields";
import { createAccessTokens } from "@ornament/platform/tokens/access-token";
import type { Dependencies } from "../dependencies.ts";
import { type Credentials, epochOf } from "./credentials.ts";

export const accessTokens = ({ secrets }: Pick<Dependencies, "secrets">, audience: Audience) =>
  createAccessTokens(audience, secrets.ring(audience === "admin" ? "adminToken" : "consumerToken"));

/** A new access token for an open session, under the credentials as they were read. */
export function accessTokenFor(
  dependencies: Pick<Dependencies, "secrets" | "clock">,
  sessionId: string,
  credentials: Credentials,
): string {
  return accessTokens(dependencies, credentials.audience).sign(
    {
      sessionId,
      subjectId: credentials.subjectId,
      role: credentials.role,
      credentialEpoch: epochOf(credentials),
      position: credentials.position?.commit,
    },
    dependencies.clock(),
  );
}
