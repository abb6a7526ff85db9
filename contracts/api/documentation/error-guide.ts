import type { ErrorCode } from "../../errors.ts";

/** An error code for client developers: its meaning, and the client's next step. */
export interface ErrorGuide {
  readonly means: string;
  readonly next: string;
}

const waitAndRepeat = "Wait for `Retry-After` seconds. Then send the same request again.";
const correct = "Correct the request. The same request is refused again.";
const showMessage = "Show the message to the person.";
const openAgain = "Read the list again: the entry was removed, or its id is wrong.";

/** Every code of the error catalogue, for client developers. The catalogue's messages are for people. */
export const errorGuide: Readonly<Record<ErrorCode, ErrorGuide>> = {
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
  request_timeout: {
    means: "The request did not arrive completely in time.",
    next: "Send the request again.",
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
  compressed_body: { means: "The request has a `Content-Encoding`.", next: "Send the body uncompressed." },
  not_found: { means: "No operation has this path.", next: "Compare the path with this document." },
  method_not_allowed: {
    means: "The path exists, but not with this method.",
    next: "Use a method of the `Allow` header.",
  },
  conflict: {
    means: "Other commands changed the same data at the same time. This command changed nothing.",
    next: "Send the same command again.",
  },
  changed_meanwhile: {
    means:
      "Somebody changed the data after the `version` that was sent. The edit changed nothing. `errors` has the current value of each field.",
    next: "Read the data again, show the change, and send the edit with the new `version`.",
  },
  idempotency_key_reused: {
    means: "The `Idempotency-Key` was sent before with another body.",
    next: "Send a new command with a new key.",
  },
  too_many_requests: { means: "The limit of the operation is reached.", next: waitAndRepeat },
  busy: {
    means:
      "The queue had no place for the request, or the request waited too long in it. Nothing was changed.",
    next: waitAndRepeat,
  },
  unavailable: {
    means: "A server behind the API does not answer.",
    next: "Wait for `Retry-After` seconds. Then send the same request again, a command with the same `Idempotency-Key`.",
  },
  outcome_unknown: {
    means:
      "The command was sent to the event store, and the event store has not answered in time. The command may have acted.",
    next: "Wait for `Retry-After` seconds. Then send the same command with the same `Idempotency-Key`: it acts once.",
  },
  upgrade_in_progress: {
    means:
      "A newer build of the product has written events that this process can't read. Nothing was changed.",
    next: waitAndRepeat,
  },
  storage_full: { means: "The disk of the event store is full. Nothing was changed.", next: waitAndRepeat },
  rights_unknown: {
    means:
      "The read model of rights has stopped at an event that this version can't process, so anybody's rights may have ended. Commands still work.",
    next: "An operator starts a version that can. Until then no admin reads anything.",
  },
  look_not_recorded: {
    means:
      "The operation answers only after its look is recorded in the event store, and that was not possible. No data were sent.",
    next: waitAndRepeat,
  },
  catching_up: {
    means:
      "The read models are being built, or have not reached a change of the caller's rights. `errors` may name their progress.",
    next: waitAndRepeat,
  },
  past_tables_filling: {
    means:
      "The state of the asked instant, or the evidence file, is being prepared. `errors` has the filled part. What the caller asked for before is prepared first. A state is kept for 15 minutes after its last use, a file for one minute.",
    next: waitAndRepeat,
  },
  past_tables_refused: {
    means:
      "The state of the asked instant, or the evidence file, could not be prepared, such as for a lack of memory or space.",
    next: "Tell the operators of the site the reason in the message.",
  },
  nothing_recorded: { means: "The event store has no event about the subject.", next: "Check the subject." },
  instant_in_future: {
    means: "The asked instant is later than the server's time.",
    next: "Ask for an earlier instant.",
  },
  internal: {
    means: "The product has a defect. Its program log has a line with the `X-Correlation-Id` of the answer.",
    next: "Send the same command once more with the same `Idempotency-Key`. If it fails again, report the `X-Correlation-Id`.",
  },
  cross_site: {
    means: "A page of another site sent a request that only a cookie authorises.",
    next: "Send the request from the product's origin, or from an origin that the operator has allowed.",
  },
  admin_error: {
    means: "The operation needs an admin's access token, and the token is missing, expired or revoked.",
    next: "Call `GET /api/admin/refresh` and repeat the request with the new token. If the refresh answers `admin_error`, sign in again.",
  },
  user_error: {
    means: "The operation needs a consumer's access token, and the token is missing, expired or revoked.",
    next: "Call `GET /api/user/refresh` and repeat the request with the new token. If the refresh answers `user_error`, sign in again.",
  },
  forbidden: {
    means: "The admin is signed in, but the role does not allow the operation.",
    next: showMessage,
  },
  sign_in_failed: {
    means:
      "The email is unknown, the password is wrong, or sign-in is paused after failed attempts. The answer is the same for all three, except that a pause adds `Retry-After`.",
    next: "Ask for email and password again, after the time of `Retry-After` if there is one. Offer the password reset.",
  },
  human_check_failed: {
    means: "The human check is switched on, and `verifyCaptcha` has no valid token of it.",
    next: "Load the human check with the script and the site key of `GET /api/settings`, and send its token.",
  },
  not_activated: {
    means: "The consumer has not confirmed the email.",
    next: "Offer `POST /api/user/resend-activate-link`.",
  },
  email_taken: { means: "Another account has this email.", next: "Ask for another email." },
  own_email_fixed: { means: "An admin can't change the email of their own account.", next: showMessage },
  last_it_admin: { means: "The change would leave no IT Admin.", next: showMessage },
  admin_not_found: { means: "No admin has this id.", next: openAgain },
  reset_link_invalid: {
    means: "The link of the mail is unknown, expired or used.",
    next: "Offer a new link.",
  },
  consumer_not_found: {
    means: "No consumer has this id or email, or the id is another consumer's.",
    next: openAgain,
  },
  confirmation_mismatch: {
    means: "The text that confirms whose data are meant is not the account's email address.",
    next: "Show the message at the field, and send the request again with the account's present email address, or with its id where the address can't be read.",
  },
  email_not_confirmed: {
    means: "The consumer has not confirmed the email yet, so there is no password to reset.",
    next: "Offer to send the activation link.",
  },
  sign_in_not_paused: {
    means: "No pause of the consumer's sign-in lasts, so there is none to end.",
    next: "Read the sign-in help again.",
  },
  already_activated: {
    means: "The consumer has confirmed the email already.",
    next: "Read the consumer again.",
  },
  link_expired: {
    means: "The confirmation link is older than 24 hours.",
    next: "Offer `POST /api/user/resend-activate-link`.",
  },
  link_incorrect: {
    means: "No mail had this confirmation link.",
    next: "Offer `POST /api/user/resend-activate-link`.",
  },
  link_used: { means: "A confirmation link has confirmed the email already.", next: "Offer the sign-in." },
  reset_code_invalid: {
    means: "The code is wrong, expired, used, or was refused too often.",
    next: "Ask for the code again, or offer a new one.",
  },
  reset_proof_invalid: {
    means: "The cookie `resetProof` is missing or expired.",
    next: "Check a code with `POST /api/user/verify-code` again.",
  },
  pin_not_found: {
    means: "No PIN has this id. A consumer gets the same answer for a PIN of another account.",
    next: openAgain,
  },
  too_many_pins: { means: "The list has more PINs than one bulk change takes.", next: "Narrow the search." },
  pin_list_invalid: {
    means:
      "The list of PINs is empty, was used, is older than ten minutes, was sealed for another admin, or its key was replaced.",
    next: "Send `listPinsToChange` again.",
  },
  bulk_change_not_found: { means: "No bulk change has this id.", next: openAgain },
  bulk_change_ended: { means: "The bulk change has ended.", next: "Read it again." },
  bulk_change_running: {
    means:
      "The bulk change that is to be undone still runs, or the admin's other one, or as many as can run at the same time.",
    next: "Stop it or wait, and send the request again.",
  },
  bulk_change_of_nothing: {
    means: "The bulk change changed no PIN.",
    next: "Do nothing: there is nothing to undo.",
  },
  pin_already_blocked: { means: "The PIN is already deactivated.", next: "Read the PIN again." },
  pin_not_blocked: { means: "The PIN is not deactivated.", next: "Read the PIN again." },
  pin_owner_changed: {
    means: "The PIN was released, or another account has entered it since.",
    next: "Read the PIN again.",
  },
  pins_refused: {
    means:
      "At least one PIN is unknown, deactivated or owned by another account. No PIN was added. Each entry of `errors` has the `path` of a PIN; `suggestion` is the PIN that was probably meant. `tries` are the wrong PINs that the account may still enter.",
    next: "Show each message next to its PIN. With no tries left, wait for `tries.breakSeconds`.",
  },
  too_many_ornaments: { means: "The account would hold too many ornaments.", next: showMessage },
  pin_entry_limited: {
    means: "The account, its network, or all accounts together have entered too many wrong PINs.",
    next: "Wait for `Retry-After` seconds before the next PIN is sent.",
  },
  lockedpin: {
    means: "The PIN is deactivated.",
    next: "Show the message. Customer support can activate the PIN.",
  },
  deactivated: {
    means:
      "The account of a device was deleted, or its email is not confirmed. No operation answers this code: the video player puts it into the URL with which it sends the browser to the site.",
    next: showMessage,
  },
  device_limit_reached: {
    means: "The PIN has as many devices as the limit allows.",
    next: "Offer `PUT /api/user/remove-devices`, and then the same request again.",
  },
  device_not_found: { means: "The PIN has no such device.", next: openAgain },
  device_token_invalid: {
    means: "The device token is missing or forged, or the device was removed from its PIN.",
    next: "Send the browser to the site, where the parent opens the player again.",
  },
  player_url_missing: {
    means: "The setting `playerUrl` holds no URL for the video player.",
    next: showMessage,
  },
  import_no_file: { means: "The upload has no file in the field `file`.", next: "Send one file." },
  import_not_csv: { means: "The file is not a CSV file, or not text.", next: showMessage },
  import_workbook: { means: "The file is a workbook or another ZIP file.", next: showMessage },
  import_too_large: { means: "The file is larger than 64 MB.", next: "Split the file." },
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
