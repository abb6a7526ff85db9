import { limits } from "../../domain/limits.ts";

/** How a client signs in, repeats and reads: the description of the OpenAPI document, in Markdown. */
export const clientGuide = (publicUrl: string) =>
  [
    "The site, the back office and the video player use this interface, and nothing else. Requests and answers are JSON unless an operation says otherwise. Times are ISO 8601 in UTC. An unknown field or query parameter is refused.",

    "## Sign-in and refresh",
    "Admins and consumers sign in separately, and a token of one is not valid for the other.",
    "1. `POST /api/admin/login` or `POST /api/user/login` answers an `accessToken` and sets the refresh cookie.",
    "2. Send the token with each request: `Authorization: Bearer <accessToken>`. It is valid for 15 minutes.",
    "3. A 401 whose `errors` begin with `admin_error` or `user_error` means: call `GET /api/admin/refresh` or `GET /api/user/refresh` with the cookie, and repeat the request with the new token. Each refresh replaces the cookie. For 30 seconds the cookie before it gets the same answer, so that two tabs may refresh together; an older one ends the session.",
    "4. A refresh that answers 401 means: sign in again. Its `errors` contain `no_refresh_cookie` if no valid cookie was sent.",
    "5. `POST /api/admin/logout` or `POST /api/user/logout` ends the session. A new password, a new role and a deleted account end sessions, too. Their tokens are refused from the next request on.",
    "A session without a refresh ends after 12 hours (admins) or 30 days (consumers). The video player sends a device token instead, which `POST /api/user/device-pin` answers: `Authorization: Bearer <deviceToken>`.",
    `On a machine for development: \`curl -c cookies -H 'Content-Type: application/json' -d '{"email":"…","password":"…"}' ${publicUrl}/api/admin/login\`, and then \`curl -b cookies -c cookies ${publicUrl}/api/admin/refresh\`.`,

    "## Headers of a request",
    "| Header | Meaning |",
    "| --- | --- |",
    "| `Authorization` | `Bearer` and the access token, or the device token of the player. |",
    "| `Content-Type` | `application/json`; `multipart/form-data` for an upload. |",
    "| `Idempotency-Key` | Names a command: 1 to 200 printable ASCII characters, such as a UUID. The same caller who sends the same command with the same key again gets the first answer, and the command happens once. Send one with each POST, PUT and DELETE, and the same one when you repeat the request. A refused command can be sent again with its key. |",
    "| `X-Read-After` | The `X-Position` of an earlier answer. The read waits up to 2 seconds until the read models include that position. |",
    "| `X-Correlation-Id` | 8 to 64 letters, digits and hyphens for the product's program log. Without it the product draws one. |",

    "## Headers of an answer",
    "| Header | Meaning |",
    "| --- | --- |",
    "| `X-Position` | The position in the event log that the command wrote or saw. Send it as `X-Read-After` with the next reads, so that they show the change. |",
    "| `X-Stale` | `true` if the read models had not reached `X-Read-After` in time. The answer is complete but older; read again a moment later. |",
    "| `Retry-After` | How many seconds to wait before the request is sent again. It comes with 429, 503 and 507, and with `sign_in_failed` during a pause. |",
    "| `X-Correlation-Id` | Names the request in the product's program log. Show it with an unexpected error. |",
    "| `Content-Disposition` | The file name of an export. |",
    "| `Allow` | With 405: the methods of the path. |",

    "## Cookies",
    "Every cookie is HttpOnly and SameSite=Strict. Under https it is also Secure, and its name begins with `__Secure-`.",
    "| Cookie | Path | Kept for | Meaning |",
    "| --- | --- | --- | --- |",
    "| `adminRefresh` | `/api/admin` | 12 hours | The refresh token of an admin's session. |",
    "| `userRefresh` | `/api/user` | 30 days | The refresh token of a consumer's session. |",
    "| `adminBrowser`, `userBrowser` | `/api/admin`, `/api/user` | 180 days | The browser has signed in to an account before. Failed sign-ins elsewhere don't lock it out, and a device that comes back is recognised. |",
    "| `registration` | `/api/user` | 24 hours | The browser has registered an account; it is signed in once the email is confirmed. |",
    "| `resetProof` | `/api/user` | 10 minutes | `POST /api/user/verify-code` has accepted a code; the password can be set. |",
    "Operations that only a cookie authorises (refresh, sign-out, `POST /api/user/registration-status`) refuse pages of other sites with `cross_site`.",

    "## Tables",
    "A table takes these query parameters, and answers `rows`, `count` (the number of rows that match), `page` and `limit`. Each table's operation lists its own sort keys, search keys and filters.",
    "| Parameter | Meaning |",
    "| --- | --- |",
    "| `page` | The page, from 1. |",
    `| \`limit\` | Rows on a page: ${limits.pageSizes.join(", ")}; ${limits.defaultPageSize} by default. |`,
    "| `fieldName`, `direction` | The sort key, and `ASC` or `DESC`. Rows of equal value have a fixed order. |",
    `| \`query\` | The text that rows are searched for, at most ${limits.searchTerm} characters; upper and lower case are the same. |`,
    "| `field` | The search key; `all` by default. |",
    "| `filter` | One filter; `all` by default, which shows every row. |",
    "| `startDate`, `endDate`, `timeZone` | Whole days as `MM/DD/YYYY`, both included, in an IANA time zone; `UTC` by default. |",
    "An export takes the search, the dates and the order of its table and answers CSV.",

    "## Edits of something that changed",
    "A read answers the `version` of what can be edited. Send it back with the fields that changed. If somebody else has changed the thing since, the edit is refused with `changed_meanwhile`. An edit without `version` overwrites.",

    "## Errors",
    "Each error has the same body: `error` (true), `code`, `message` and `errors`. `code` is stable and meant for programs, `message` is a sentence for people. `errors` lists further messages; the message of a field is an object with its `path`. The schema `ErrorCode` says for each code what it means and what to do next. Each operation lists its codes, and has the codes that any operation can answer as its `default` answer.",
  ]
    .join("\n\n")
    .replaceAll("|\n\n|", "|\n|");
