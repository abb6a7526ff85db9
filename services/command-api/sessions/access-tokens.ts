import type { Audience } from "@ornament/contracts/events/fields";
import { createAccessTokens, type VerifiedAccess } from "@ornament/platform/tokens/access-token";
import type { Secrets } from "@ornament/platform/tokens/secrets";
import type { Credentials } from "./credentials.ts";

export interface AccessTokens {
  /** The claims of a token; `undefined` for one that is forged or has expired. */
  verify(audience: Audience, token: string): VerifiedAccess | undefined;
  /** A new token for an open session, under the credentials that were read. */
  issue(sessionId: string, credentials: Credentials): string;
}

export function accessTokens({ secrets, clock }: { secrets: Secrets; clock: () => Date }): AccessTokens {
  const tokens = {
    admin: createAccessTokens("admin", secrets.ring("adminToken")),
    consumer: createAccessTokens("consumer", secrets.ring("consumerToken")),
  };
  return {
    verify: (audience, token) => tokens[audience].verify(token, clock()),
    issue(sessionId, credentials) {
      const { audience, subjectId, role, epoch, position } = credentials;
      const claims = { sessionId, subjectId, role, credentialEpoch: epoch, position: position?.commit };
      return tokens[audience].sign(claims, clock());
    },
  };
}
