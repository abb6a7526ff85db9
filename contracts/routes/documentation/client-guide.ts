import { knownBrowserDays } from "../../values/cookies.ts";
import { limits } from "../../values/limits.ts";
import { errorCatalogue, errorCodes } from "../errors.ts";
import { components } from "./components.ts";
import { guideTo } from "./error-guide.ts";

const rowsOf = (headers: Readonly<Record<string, { description: string }>>) =>
  Object.entries(headers).map(([name, { description }]) => `| \`${name}\` | ${description} |`);

/**
 * The description of the OpenAPI document, in Markdown: how a client signs in, repeats commands and reads.
 */
export const clientGuide = (publicUrl: string) =>
  [
    "The consumer site, the back office and the video player use only this interface. Requests and answers are JSON unless an operation says otherwise. Times are ISO 8601 in UTC. An unknown field or query parameter is refused.",

    "## Sign-in and refresh",
    "Admins and consumers sign in separately. A consumer's token is not valid for operations of admins, and the other way round.",
    "1. `POST /api/admin/login` or `POST /api/user/login` answers an `accessToken` and sets the refresh cookie.",
    "2. Send the access token with each request: `Authorization: Bearer <accessToken>`. It is valid for 15 minutes.",
    "3. A 401 whose `errors` begin with `admin_error` or `user_error` asks for a refresh: call `GET /api/admin/refresh` or `GET /api/user/refresh` with the cookie, and repeat the request with the new token. Each refresh replaces the cookie. For 30 seconds the former cookie gets the same answer, so that two tabs may refresh at the same time. From the same user agent and network address it does for 10 minutes, so that a lost answer can be asked for again. Any older cookie ends the session.",
    "4. After a refresh with the answer 401, sign in again. The answer's `errors` contain `no_refresh_cookie` if no valid cookie was sent.",
    "5. `POST /api/admin/logout` or `POST /api/user/logout` ends the session. A new password, a new role and the deletion of the account also end sessions. The tokens of an ended session are refused from the next request on.",
    "A session without a refresh ends after 12 hours (admins) or 30 days (consumers). The video player has no session. It sends a device token, which `POST /api/user/device-pin` answers: `Authorization: Bearer <deviceToken>`.",
    `On a machine for development: \`curl -c cookies -H 'Content-Type: application/json' -d '{"email":"…","password":"…"}' ${publicUrl}/api/admin/login\`, and then \`curl -b cookies -c cookies ${publicUrl}/api/admin/refresh\`.`,

    "## Headers of a request",
    "| Header | Meaning |",
    "| --- | --- |",
    "| `Authorization` | `Bearer` and the access token, or the device token of the player. |",
    "| `Content-Type` | `application/json`; `multipart/form-data` for an upload. |",
    ...rowsOf(components.parameters),
    "| `X-Correlation-Id` | Names the request in the product's program log: 8 to 64 letters, digits and hyphens. Without this header the product generates a value. |",

    "## Headers of an answer",
    "| Header | Meaning |",
    "| --- | --- |",
    ...rowsOf(components.headers),
    "| `X-Correlation-Id` | Names the request in the product's program log. Show it with an unexpected error. |",
    "| `Content-Disposition` | The file name of an export. |",
    "| `Allow` | With 405: the methods of the path. |",

    "## Cookies",
    "Every cookie is HttpOnly and SameSite=Strict. Under https it is also Secure, and its name begins with `__Secure-`.",
    "| Cookie | Path | Kept for | Meaning |",
    "| --- | --- | --- | --- |",
    "| `adminRefresh` | `/api/admin` | 12 hours | The refresh token of an admin's session. |",
    "| `userRefresh` | `/api/user` | 30 days | The refresh token of a consumer's session. |",
    `| \`adminBrowser\` | \`/api/admin\` | ${knownBrowserDays.admin} days | The browser has signed in to an account before. Failed sign-ins in other browsers don't lock this browser. |`,
    `| \`userBrowser\` | \`/api/user\` | ${knownBrowserDays.consumer} days | The same, and the product recognises the browser as the same device. Each sign-in, refresh and \`POST /api/user/device-pin\` renews it. |`,
    "| `registration` | `/api/user` | 24 hours | The browser has registered an account. It is signed in when the email is confirmed. |",
    "| `resetProof` | `/api/user` | 10 minutes | `POST /api/user/verify-code` has accepted a code, so the browser may set a new password. |",
    "Operations that only a cookie authorises (refresh, sign-out, `POST /api/user/registration-status`) refuse requests of other sites' pages with `cross_site`.",

    "## Tables",
    "A table takes these query parameters, and answers `rows`, `count` (the number of rows that match), `page` and `limit`. Each table's operation lists its sort keys, search keys and filters.",
    "| Parameter | Meaning |",
    "| --- | --- |",
    "| `page` | The page, from 1. |",
    `| \`limit\` | Rows on a page: ${limits.pageSizes.join(", ")}; ${limits.defaultPageSize} by default. |`,
    "| `fieldName`, `direction` | The sort key, and `ASC` or `DESC`. Rows of equal value have a fixed order. |",
    `| \`query\` | The search text, at most ${limits.searchTerm} characters. Upper and lower case are the same. |`,
    "| `field` | The search key; `all` by default. |",
    "| `filter` | One filter. The default `all` shows every row. |",
    "| `startDate`, `endDate`, `timeZone` | Whole days as `MM/DD/YYYY`, both included, in an IANA time zone; `UTC` by default. |",
    "An export takes the search, the dates and the order of its table and answers CSV.",

    "## Collecting the System action log",
    "A program that keeps a copy of the log, such as a SIEM, reads `GET /api/admin/log/events` as an IT Admin or an Auditor. It has an admin account of its own and signs in as above.",
    "1. Begin without `after`. Each answer has `events` in the order of the event store, `next` and `more`.",
    "2. Store the events and `next` together. Call again with `after` set to `next`: immediately while `more` is true, otherwise after a pause such as 10 seconds. After a failure, call again with the last stored `next`.",
    "3. `id` and `position` of an event never change. The same `after` gives the same events, with two exceptions: email addresses are those of the time of the call, and the personal data of a person are absent after their erasure. Events that the log hides, such as single steps of an import, are not in the answers.",
    `\`curl -H "Authorization: Bearer $TOKEN" '${publicUrl}/api/admin/log/events?limit=1000'\``,

    "## Edits with a version",
    "A read of an admin account, a consumer's profile or the settings answers a `version`. Send the version with the changed fields. If somebody else has changed the same data since that version, the edit is refused with `changed_meanwhile`. An edit without `version` overwrites such a change. A change of a PIN's status or of a name answers the `version` after it: the opposite edit with this version undoes it, unless somebody else has changed the same data since.",

    "## Errors",
    "Each error has the same body: `error` (true), `code`, `message` and `errors`. `code` is stable and for programs. `message` is a sentence for people. `errors` lists further messages; the message of a field is an object with its `path`. The table and the schema `ErrorCode` have the meaning of each code and the client's next step. Each operation lists its codes. Its `default` answer lists the codes that any operation can answer.",
    "| Code | Status | Meaning | Next step |",
    "| --- | --- | --- | --- |",
    ...errorCodes.map((code) => {
      const { means, next } = guideTo(code);
      return `| \`${code}\` | ${errorCatalogue[code].status} | ${means} | ${next} |`;
    }),
  ]
    .join("\n\n")
    .replaceAll("|\n\n|", "|\n|");
