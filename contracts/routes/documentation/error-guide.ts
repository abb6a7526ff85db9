import { type ErrorCode, errorCatalogue } from "../errors.ts";

/** An error code for client developers: its meaning, and the client's next step. */
interface ErrorGuide {
  readonly means: string;
  readonly next: string;
}

const wait =
  "Wait for `Retry-After` seconds. Then send the same request again, a command with the same `Idempotency-Key`.";
const correct = "Correct the request. The same request is refused again.";
const openAgain = "Read the list again: the entry was removed, or its id is wrong.";
const resendLink = "Offer `POST /api/user/resend-activate-link`.";

/** The next step by the status; for any other status the message is shown. */
const nextSteps: Readonly<Record<number, string>> = { 404: openAgain, 429: wait, 503: wait, 507: wait };

const accessToken = (whose: string, path: string): ErrorGuide => ({
  means: `The operation needs ${whose} access token, and the token is missing, expired or revoked.`,
  next: `Call \`GET ${path}\` and repeat the request with the new token. If the refresh is refused, too, sign in again.`,
});

/** The codes of which a client developer needs more than the message for people and the usual next step. */
const notes: Readonly<Partial<Record<ErrorCode, Partial<ErrorGuide>>>> = {
  invalid_request: {
    means:
      "A path parameter, query parameter, header or field of the body is missing, unknown or wrong. Each entry of `errors` has the `path` of a field and a message.",
    next: "Show each message next to its field.",
  },
  malformed_body: {
    means: "The body is not valid JSON, or the upload is not valid multipart.",
    next: correct,
  },
  malformed_request: {
    means:
      "The bytes are not HTTP, or two programs could read them differently, such as a GET with a body. The connection is closed.",
    next: correct,
  },
  headers_too_large: { means: "The headers are longer than 16 kB.", next: "Send fewer cookies or headers." },
  body_too_large: {
    means: "The JSON body is larger than 100 kB, or than the list of PINs that `startBulkChange` takes.",
    next: "Send less in one request.",
  },
  unsupported_media: {
    means: "The body is not `application/json`, or not `multipart/form-data` where a file is uploaded.",
    next: "Set `Content-Type`.",
  },
  compressed_body: { next: "Send the body uncompressed." },
  not_found: { means: "No operation has this path.", next: "Compare the path with this document." },
  method_not_allowed: { next: "Use a method of the `Allow` header." },
  conflict: { next: "Send the same command again: this one changed nothing." },
  changed_meanwhile: {
    means:
      "Somebody changed the data after the `version` that was sent. The edit changed nothing. `errors` has the current value of each field.",
    next: "Read the data again, show the change, and send the edit with the new `version`.",
  },
  idempotency_key_reused: { next: "Send a new command with a new `Idempotency-Key`." },
  too_many_requests: { means: "The limit of the operation is reached." },
  busy: { means: "The queue is full, or the request waited too long in it. Nothing was changed." },
  unavailable: { means: "A server behind the API does not answer." },
  outcome_unknown: {
    means: "The event store has not answered in time. The command may have acted; with its key it acts once.",
  },
  upgrade_in_progress: {
    means: "A newer build has written events that this process can't read. Nothing was changed.",
  },
  storage_full: { means: "The disk of the event store is full. Nothing was changed." },
  rights_unknown: {
    means:
      "The read model of rights has stopped at an event that this version can't process, so anybody's rights may have ended. Commands still work.",
    next: "An operator starts a version that can. Until then no admin reads anything.",
  },
  look_not_recorded: { means: "The look could not be recorded in the event store. No data were sent." },
  catching_up: {
    means:
      "The read models are being built, or have not reached a change of the caller's rights. `errors` may name their progress.",
  },
  past_tables_filling: {
    means:
      "The state of the asked instant, or the evidence file, is being prepared. `errors` has the filled part. What the caller asked for before is prepared first. A state is kept for 15 minutes after its last use, a file for one minute.",
    next: wait,
  },
  past_tables_refused: {
    means:
      "The state of the asked instant, or the evidence file, could not be prepared, such as for a lack of memory or space.",
    next: "Tell the operators of the site the reason in the message.",
  },
  nothing_recorded: { means: "The event store has no event about the subject.", next: "Check the subject." },
  internal: {
    means: "The product has a defect. Its program log has a line with the `X-Correlation-Id` of the answer.",
    next: "Send the same command once more with the same `Idempotency-Key`. If it fails again, report the `X-Correlation-Id`.",
  },
  cross_site: {
    means: "A page of another site sent a request that only a cookie authorises.",
    next: "Send the request from the product's origin, or from an origin that the operator has allowed.",
  },
  admin_error: accessToken("an admin's", "/api/admin/refresh"),
  user_error: accessToken("a consumer's", "/api/user/refresh"),
  sign_in_failed: {
    means:
      "The email is unknown, the password is wrong, or sign-in is paused after failed attempts. The answer is the same for all three, except that a pause adds `Retry-After`.",
    next: "Ask for email and password again, after the time of `Retry-After` if there is one. Offer the password reset.",
  },
  human_check_failed: {
    means: "The human check is switched on, and `verifyCaptcha` has no valid token of it.",
    next: "Load the human check with the script and the site key of `GET /api/settings`, and send its token.",
  },
  not_activated: { next: resendLink },
  consumer_not_found: { means: "No consumer has this id or email, or the id is another consumer's." },
  confirmation_mismatch: {
    next: "Show the message at the field. An account whose address can't be read is confirmed by its id.",
  },
  link_expired: { means: "The confirmation link is older than 24 hours.", next: resendLink },
  link_incorrect: { means: "No mail had this confirmation link.", next: resendLink },
  reset_proof_invalid: { means: "The cookie `resetProof` is missing or expired." },
  pin_not_found: { means: "No PIN has this id, or a consumer's request names another account's PIN." },
  too_many_pins: { means: "The list has more PINs than one bulk change takes." },
  pin_list_invalid: {
    means:
      "The list of PINs is empty, was used, is older than ten minutes, was sealed for another admin, or its key was replaced.",
    next: "Send `listPinsToChange` again.",
  },
  bulk_change_running: {
    means:
      "The bulk change that is to be undone still runs, or the admin's other one, or as many as can run at the same time.",
  },
  pins_refused: {
    means:
      "At least one PIN is unknown, deactivated or owned by another account. No PIN was added. Each entry of `errors` has the `path` of a PIN; `suggestion` is the PIN that was probably meant. `tries` are the wrong PINs that the account may still enter.",
    next: "Show each message next to its PIN. With no tries left, wait for `tries.breakSeconds`.",
  },
  pin_entry_limited: {
    means: "The account, its network, or all accounts together have entered too many wrong PINs.",
  },
  lockedpin: { means: "The PIN is deactivated. Customer support can activate it." },
  deactivated: {
    means:
      "The account of a device was deleted, or its email is not confirmed. No operation answers this code: the video player puts it into the URL with which it sends the browser to the site.",
  },
  device_limit_reached: {
    means: "The PIN has as many devices as the limit allows.",
    next: "Offer `PUT /api/user/remove-devices`, and then the same request again.",
  },
  device_token_invalid: {
    means: "The device token is missing or forged, or the device was removed from its PIN.",
  },
  player_url_missing: { means: "The setting `playerUrl` holds no URL for the video player." },
  import_no_file: { means: "The upload has no file in the field `file`." },
  import_unreadable: {
    means: "The file breaks off or is not well-formed CSV. PINs that were already added stay.",
    next: "Correct the file and send it again; PINs that exist are left out.",
  },
  import_running: {
    means: "Another import runs. The message says whose it is, since when, and how many rows it has read.",
    next: "Send the file when that import has ended; `GET /api/admin/import/latest` shows its progress.",
  },
  import_not_found: { means: "The product has lost the record of the import.", next: "Send the file again." },
};

/** By default a code means its message for people, and the next step is that of its status. */
export const guideTo = (code: ErrorCode): ErrorGuide => {
  const { status, message } = errorCatalogue[code];
  return { means: message, next: nextSteps[status] ?? "Show the message to the person.", ...notes[code] };
};
