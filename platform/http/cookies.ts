import type { CookieName } from "@ornament/contracts/domain/cookies";
import type { CookieOptions } from "express";

/** A cookie's name, and the options to set and to clear it with. */
export interface SessionCookie {
  readonly name: string;
  readonly options: CookieOptions;
}

/**
 * A cookie that scripts and other sites never see: HttpOnly, SameSite=Strict and, under TLS, Secure with the
 * prefix that keeps other hosts from setting it. Clear it with the same options.
 */
export function sessionCookie(settings: {
  name: CookieName;
  /** The only path that the cookie is sent to. */
  path: string;
  /** Whether browsers reach the product by TLS. */
  secure: boolean;
  maxAgeSeconds?: number;
}): SessionCookie {
  const prefix = settings.path === "/" ? "__Host-" : "__Secure-";
  return {
    name: settings.secure ? `${prefix}${settings.name}` : settings.name,
    options: {
      httpOnly: true,
      sameSite: "strict",
      secure: settings.secure,
      path: settings.path,
      ...(settings.maxAgeSeconds === undefined ? {} : { maxAge: settings.maxAgeSeconds * 1000 }),
    },
  };
}

/** The cookies that are plain text. Cookies that the parser turned into objects are left out. */
export function textCookies(cookies: unknown): Record<string, string | undefined> {
  const entries = Object.entries(cookies ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}
