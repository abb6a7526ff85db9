import { sameSecret } from "@ornament/platform/tokens/keyed-hash";
import type { RequestHandler } from "express";

const cookie = "mailbox";
const inCookies = new RegExp(`(?:^|; *)${cookie}=([^;]*)`);
const keptMilliseconds = 30 * 24 * 60 * 60 * 1_000;

/** The cookie of a caller who has followed the link with this token. */
export const mailboxCookie = (token: string) => `${cookie}=${token}`;

/**
 * Lets a caller with the token of the link pass. A browser keeps the token in a cookie and is redirected to
 * the URL without it. Every other caller gets 403 and the page.
 */
export function onlyWithLink(token: string, refusedPage: string): RequestHandler {
  const isRight = (given: unknown) => typeof given === "string" && sameSecret(given, token);
  return (request, response, next) => {
    const [, kept] = inCookies.exec(request.headers.cookie ?? "") ?? [];
    if (isRight(request.query.token)) {
      // Not "strict": the link may be opened from another site's page, such as a terminal in the browser. No
      // request here changes data.
      const options = {
        httpOnly: true,
        sameSite: "lax",
        path: "/mailbox",
        maxAge: keptMilliseconds,
      } as const;
      response.cookie(cookie, token, options).redirect(303, request.path);
    } else if (isRight(kept)) next();
    else response.status(403).send(refusedPage);
  };
}
