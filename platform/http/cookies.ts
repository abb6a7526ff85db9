import type { CookieName } from "@ornament/contracts/values/cookies";
import type { CookieOptions } from "express";

export type SessionCookie = ReturnType<typeof sessionCookie>;

/**
 * A cookie that scripts and other sites never see: HttpOnly, SameSite=Strict and, under TLS, Secure with the
 * prefix that keeps other hosts from setting it. Clear it with the same options.
 */
export function sessionCookie(settings: {
  name: CookieName;
  /** The only path that it is sent to. */
  path: string;
  /** Whether browsers reach the product by TLS. */
  secure: boolean;
  maxAgeSeconds?: number;
}) {
  const { name, path, secure, maxAgeSeconds } = settings;
  const prefix = path === "/" ? "__Host-" : "__Secure-";
  const maxAge = maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds * 1000 };
  const options: CookieOptions = { httpOnly: true, sameSite: "strict", secure, path, ...maxAge };
  return { name: secure ? `${prefix}${name}` : name, options };
}

/** Without the cookies that the parser turned into objects. */
export function textCookies(cookies: unknown): Record<string, string | undefined> {
  const texts: Record<string, string | undefined> = Object.create(null);
  for (const [name, value] of Object.entries(cookies ?? {}))
    if (typeof value === "string") texts[name] = value;
  return texts;
}
