import { createSecretKey } from "node:crypto";
import { adminRoles } from "@ornament/contracts/values/roles";
import jwt from "jsonwebtoken";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { KeyRing } from "./keyed-hash.ts";

export type TokenAudience = "admin" | "consumer";

export const accessTokenSeconds = 15 * 60;

/** The claims of an access token. `position` is the position at which its session was read. */
export interface AccessClaims {
  readonly sessionId: string;
  readonly subjectId: number;
  readonly role: (typeof adminRoles)[number] | "consumer";
  /**
   * The id of the event that began it; `null` before the first such event. Version 1.1.0 counted these events
   * instead. Its tokens are valid until they expire, so that an upgrade signs nobody out.
   */
  readonly credentialEpoch: string | number | null;
  readonly position: bigint | undefined;
}

export interface VerifiedAccess extends AccessClaims {
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;

const payloadSchema = z.object({
  sub: z.string().regex(/^\d{1,16}$/),
  sid: z.string(),
  role: z.enum([...adminRoles, "consumer"]),
  epoch: z.union([z.string().max(64), z.int().min(0)]).nullable(),
  pos: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  iat: z.number().int(),
  exp: z.number().int(),
});

const issuer = "ornament";

/** Checking a token takes ten times as long as finding it. */
const tokensRemembered = 2_000;

/** Bearer tokens of one audience: only HS256, valid for 15 minutes. Each audience has a separate key. */
export function createAccessTokens(audience: TokenAudience, keys: KeyRing) {
  const options = {
    algorithms: ["HS256"],
    audience: `ornament-${audience}`,
    issuer,
  } satisfies jwt.VerifyOptions;
  // jsonwebtoken first tries to read raw bytes as a public key, which takes longer than the whole check.
  const signingKey = createSecretKey(keys.current.bytes);
  const secrets = new Map([[keys.current.id, signingKey]]);
  if (keys.previous) secrets.set(keys.previous.id, createSecretKey(keys.previous.bytes));
  /** Valid tokens by their whole text. Their expiry is checked each time. */
  const verified = new LRUCache<string, VerifiedAccess>({ max: tokensRemembered });
  const checked = (token: string, now: Date): VerifiedAccess | undefined => {
    try {
      // The header only chooses between our keys; nothing else in it is trusted.
      const key = secrets.get(jwt.decode(token, { complete: true })?.header.kid ?? "");
      if (!key) return undefined;
      const claims = payloadSchema.parse(
        jwt.verify(token, key, { ...options, clockTimestamp: Math.floor(now.getTime() / 1000) }),
      );
      const matches = (claims.role === "consumer") === (audience === "consumer");
      return matches ? toVerified(claims) : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    sign(claims: AccessClaims, now: Date): string {
      const issuedAt = Math.floor(now.getTime() / 1000);
      return jwt.sign(
        {
          sub: String(claims.subjectId),
          sid: claims.sessionId,
          role: claims.role,
          epoch: claims.credentialEpoch,
          ...(claims.position === undefined ? {} : { pos: claims.position.toString() }),
          iat: issuedAt,
          exp: issuedAt + accessTokenSeconds,
        },
        signingKey,
        { algorithm: "HS256", audience: options.audience, issuer, keyid: keys.current.id },
      );
    },
    verify(token: string, now: Date): VerifiedAccess | undefined {
      const known = verified.get(token);
      if (known) return now < known.expiresAt ? known : undefined;
      const access = checked(token, now);
      if (access) verified.set(token, access);
      return access;
    },
  };
}

function toVerified(claims: z.output<typeof payloadSchema>): VerifiedAccess {
  return {
    sessionId: claims.sid,
    subjectId: Number(claims.sub),
    role: claims.role,
    credentialEpoch: claims.epoch,
    position: claims.pos === undefined ? undefined : BigInt(claims.pos),
    issuedAt: new Date(claims.iat * 1000),
    expiresAt: new Date(claims.exp * 1000),
  };
}
