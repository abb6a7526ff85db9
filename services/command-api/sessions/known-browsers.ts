import type { Audience } from "@ornament/contracts/events/fields";
import { knownBrowserDays } from "@ornament/contracts/values/cookies";
import type { Reply, RouteRequest } from "@ornament/platform/http/route-request";
import { createSignedTokens } from "@ornament/platform/tokens/device-token";
import { keyedName } from "@ornament/platform/tokens/keyed-hash";
import { z } from "zod";
import type { Dependencies } from "../dependencies.ts";
import { cookieOf } from "./refresh-cookies.ts";

type Request = Pick<RouteRequest, "cookies">;

interface Account {
  readonly audience: Audience;
  /** Normalised. */
  readonly email: string;
}

const cookieNames = { admin: "adminBrowser", consumer: "userBrowser" } as const;
const dayMilliseconds = 24 * 3_600_000;
/** Enough for a tablet that several people of a household share. */
const accountsKept = 5;
const accounts = z.array(z.string().max(64)).max(accountsKept);
const content = z.strictObject({ id: z.string().max(64).optional(), accounts });
/** Before browsers had an id, the cookie held only the accounts. */
const anyContent = z.union([content, accounts.transform((older) => ({ accounts: older }))]);
type Content = z.output<typeof content>;

/** A browser that is recognised by its cookie. */
export interface Browser {
  /** It differs for each PIN and owner, so that no event shows which accounts share a browser. */
  nameAt(pin: { code: string; consumerId: number }): string;
}

/**
 * Browsers in which a person has signed in before. A signed cookie proves it: it holds the accounts that
 * signed in there and, for consumers, a random id of the browser. It is kept at sign-out, for `knownBrowserDays`
 * after the last sign-in, refresh or binding. Every visit with a session begins with a refresh.
 */
export function knownBrowsers(parts: Pick<Dependencies, "secrets" | "config" | "clock">) {
  const { secrets, clock } = parts;
  const { addressKey } = secrets;
  const kind = (audience: Audience) => ({
    tokens: createSignedTokens(`known-browser-${audience}`, anyContent, secrets.ring("refresh")),
    ...cookieOf(parts, cookieNames[audience], (knownBrowserDays[audience] * dayMilliseconds) / 1000),
  });
  const kinds = { admin: kind("admin"), consumer: kind("consumer") };
  const nameOf = ({ audience, email }: Account) =>
    keyedName(addressKey, "known-browser", audience, email).slice(0, 32);
  const idFrom = (origin: string) => keyedName(addressKey, "browser-id", origin).slice(0, 32);
  const browserWith = (id: string): Browser => ({
    nameAt: ({ code, consumerId }) =>
      keyedName(addressKey, "device-browser", id, code, consumerId).slice(0, 32),
  });

  const read = ({ cookies }: Request, audience: Audience): Content => {
    const { name, tokens } = kinds[audience];
    const given = cookies[name];
    return (given === undefined ? undefined : tokens.verify(given, clock())) ?? { accounts: [] };
  };
  /** The cookie is the same for a whole day, so most answers need not set it. */
  const write = ({ cookies }: Request, reply: Reply, audience: Audience, held: Content) => {
    const { name, options, tokens } = kinds[audience];
    const day = Math.ceil(clock().getTime() / dayMilliseconds);
    const expiresAt = new Date((day + knownBrowserDays[audience]) * dayMilliseconds);
    const value = tokens.sign(held, { expiresAt });
    if (value !== cookies[name]) reply.cookie(name, value, options);
  };
  const without = (held: Content, account: Account) =>
    held.accounts.filter((name) => name !== nameOf(account));

  return {
    /**
     * Whether a person has signed in to this account in this browser before. Only the browser's cookie proves
     * it. The network proves nothing: an attacker in the same network who floods the sign-in could find out who
     * else has an account.
     */
    isKnown: (request: Request, account: Account): boolean =>
      read(request, account.audience).accounts.includes(nameOf(account)),
    /**
     * Remembers that a person has signed in to the account there or set its password: its next sign-in comes
     * first. A missing id is made of `origin`, so that tabs that refresh at the same time get the same one.
     */
    remember(request: Request, reply: Reply, { origin, ...account }: Account & { origin: string }): void {
      const held = read(request, account.audience);
      const id = account.audience === "consumer" ? (held.id ?? idFrom(origin)) : undefined;
      const newestFirst = [nameOf(account), ...without(held, account)];
      write(request, reply, account.audience, { id, accounts: newestFirst.slice(0, accountsKept) });
    },
    /** The consumer's browser; `undefined` if it has no id. */
    find(request: Request): Browser | undefined {
      const { id } = read(request, "consumer");
      return id === undefined ? undefined : browserWith(id);
    },
    /**
     * The consumer's browser, whose cookie is renewed. A browser without an id gets one that belongs to the
     * command, so that a repeated command finds the same browser.
     */
    recognise(request: Request, reply: Reply, commandId: string): Browser {
      const held = read(request, "consumer");
      const id = held.id ?? idFrom(commandId);
      write(request, reply, "consumer", { ...held, id });
      return browserWith(id);
    },
    /**
     * Removes a deleted account from the cookie. The other accounts and the id stay. `email` is `null` if it is
     * erased already: then all accounts are removed, so that the deleted one is.
     */
    forget(request: Request, reply: Reply, audience: Audience, email: string | null): void {
      const held = read(request, audience);
      const kept = email === null ? [] : without(held, { audience, email });
      const { name, options } = kinds[audience];
      if (held.id === undefined && kept.length === 0) reply.clearCookie(name, options);
      else write(request, reply, audience, { ...held, accounts: kept });
    },
  };
}
