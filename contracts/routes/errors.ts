import { limits } from "../values/limits.ts";
import { waitInWords } from "../values/wait.ts";

const megabytes = (bytes: number) => `${bytes / 1024 ** 2} MB`;

/**
 * Every refusal of the product, with its HTTP status and its message for people; the code is for programs. In
 * the message `{wait}` is replaced with the time to wait, "2 seconds", and any other `{name}` with the detail
 * of that name. Every refusal with a Retry-After has `{wait}`. "contact us" is shown with the support's email
 * address.
 */
export const errorCatalogue = {
  // Requests
  invalid_request: { status: 400, message: "Please check the highlighted fields." },
  malformed_body: { status: 400, message: "The request could not be read." },
  malformed_request: { status: 400, message: "The request could not be read: {reason}." },
  request_timeout: { status: 408, message: "The request took too long to arrive. Please try again." },
  headers_too_large: { status: 431, message: "The headers of the request are too large." },
  body_too_large: { status: 413, message: "The request is too large." },
  unsupported_media: { status: 415, message: "This format is not supported here." },
  compressed_body: {
    status: 415,
    message: "Compressed requests are not accepted here. Please send it again without Content-Encoding.",
  },
  not_found: { status: 404, message: "We could not find that." },
  method_not_allowed: { status: 405, message: "This method is not allowed here." },
  conflict: { status: 409, message: "Someone else changed this at the same moment. Please try again." },
  changed_meanwhile: {
    status: 409,
    message:
      "{by} changed this after you opened it. Your changes were not saved. Check the change, then save again.",
  },
  idempotency_key_reused: { status: 422, message: "This action was already sent with other data." },
  too_many_requests: { status: 429, message: "Too many requests. Please try again in {wait}." },
  busy: { status: 503, message: "We are very busy right now. Please try again in {wait}." },
  unavailable: { status: 503, message: "This is not available right now. Please try again in {wait}." },
  outcome_unknown: {
    status: 503,
    message:
      "We could not confirm in time that this was done. Please try again in {wait}; it will not be done twice.",
  },
  upgrade_in_progress: {
    status: 503,
    message: "The site is being upgraded right now. Nothing was changed. Please try again in {wait}.",
  },
  storage_full: {
    status: 507,
    message: "There is no space left to save this. Nothing was saved. Please try again in {wait}.",
  },
  rights_unknown: {
    status: 503,
    message:
      "Your rights can’t be checked right now, so nothing is shown. Please tell the operators of this site that the rights have stopped at {event}, and try again in {wait}.",
  },
  look_not_recorded: {
    status: 503,
    message:
      "This could not be recorded in the System action log, so it is not shown. Please try again in {wait}.",
  },
  catching_up: { status: 503, message: "The lists are being prepared. Please try again in {wait}." },
  past_tables_filling: {
    status: 409,
    message: "The tables of that time are being prepared. Please try again in {wait}.",
  },
  past_tables_refused: {
    status: 507,
    message: "The tables of that time can’t be shown: {reason}. Please try again in {wait}.",
  },
  nothing_recorded: { status: 404, message: "No event is about {subject}." },
  instant_in_future: { status: 400, message: "This time is in the future. Please choose an earlier one." },
  internal: { status: 500, message: "Something went wrong on our side. Please try again." },
  cross_site: { status: 403, message: "This request came from another site and was refused." },

  // Sign-in
  admin_error: { status: 401, message: "Please sign in again." },
  user_error: { status: 401, message: "Please sign in again." },
  forbidden: { status: 403, message: "Your role does not allow this." },
  sign_in_failed: { status: 401, message: "Incorrect email or password." },
  human_check_failed: {
    status: 400,
    message: "We could not confirm that you are human. Please try again, or contact us.",
  },
  not_activated: {
    status: 403,
    message: "Please confirm your email first. We can send you the link again.",
  },

  // Admins
  email_taken: { status: 409, message: "An account with this email already exists." },
  own_email_fixed: { status: 409, message: "You cannot change the email of your own account." },
  last_it_admin: { status: 409, message: "This is the last IT Admin. Make someone else an IT Admin first." },
  admin_not_found: { status: 404, message: "This admin account does not exist." },
  admin_deactivated: { status: 403, message: "This account is deactivated. Please ask an IT Admin." },
  reset_link_invalid: {
    status: 400,
    message: "This link has expired or was already used. Please ask for a new one.",
  },

  // Consumers
  consumer_not_found: { status: 404, message: "This consumer account does not exist." },
  confirmation_mismatch: {
    status: 409,
    message: "This does not name the account. Please type the account’s email address. Nothing was done.",
  },
  email_not_confirmed: {
    status: 409,
    message: "This account’s email is not confirmed yet. Send the activation link in place of a reset code.",
  },
  sign_in_not_paused: { status: 409, message: "Sign-in to this account is not paused any more." },
  already_activated: { status: 409, message: "This account is already confirmed." },
  link_expired: { status: 400, message: "Your link has expired." },
  link_incorrect: { status: 400, message: "Incorrect activation link." },
  link_used: { status: 409, message: "This link was already used. Please sign in." },
  reset_code_invalid: {
    status: 400,
    message:
      "This code is not valid. Please check it or ask for a new one. Only the newest code works, once and for 10 minutes.",
  },
  reset_proof_invalid: { status: 400, message: "Please enter the code from your email again." },

  // PINs and devices
  pin_not_found: { status: 404, message: "This PIN does not exist." },
  pin_already_blocked: { status: 409, message: "This PIN is already deactivated." },
  pin_not_blocked: { status: 409, message: "This PIN is not deactivated." },
  too_many_pins: {
    status: 409,
    message: `One change can take at most ${limits.bulkChangePins.toLocaleString("en-US")} PINs, and these are {count}. Please narrow the list by a batch or a search.`,
  },
  pin_list_invalid: {
    status: 409,
    message: "This list of PINs can’t be used any more. Nothing was changed. Please choose the PINs again.",
  },
  bulk_change_not_found: { status: 404, message: "This bulk change does not exist." },
  bulk_change_ended: { status: 409, message: "This bulk change has ended already." },
  bulk_change_running: {
    status: 409,
    message: "This bulk change is still running. Please stop it, or wait for its end.",
  },
  bulk_change_of_nothing: {
    status: 409,
    message: "This bulk change changed no PIN, so there is nothing to undo.",
  },
  pin_owner_changed: {
    status: 409,
    message: "This PIN does not belong to this account any more. Nothing was changed.",
  },
  pins_refused: { status: 400, message: "Some PIN codes could not be added." },
  too_many_ornaments: {
    status: 409,
    message: `An account can hold at most ${limits.ornamentsPerAccount} ornaments.`,
  },
  pin_entry_limited: {
    status: 429,
    message: "Too many wrong PINs. Try again in {wait}, or contact us.",
  },
  lockedpin: { status: 409, message: "Ornament has been deactivated" },
  deactivated: { status: 409, message: "User has been deactivated" },
  device_limit_reached: { status: 409, message: "Number of allowed devices exceeded" },
  device_not_found: { status: 404, message: "This device does not exist." },
  device_token_invalid: {
    status: 401,
    message: "We do not recognize this device. Please open the player from your ornament.",
  },

  // Settings and import
  player_url_missing: {
    status: 409,
    message:
      "Our video player is not ready yet. Your ornament is fine. Please try again later today, or contact us.",
  },
  import_no_file: { status: 400, message: "Please choose a CSV file." },
  import_not_csv: { status: 415, message: "Please choose a CSV file (.csv, UTF-8 text)." },
  import_workbook: {
    status: 415,
    message:
      "This is a workbook (such as .xlsx), not a CSV file. Open it in the spreadsheet program, choose “Save as” with the type “CSV UTF-8”, and choose the saved file here.",
  },
  import_too_large: {
    status: 413,
    message: `The file is larger than ${megabytes(limits.importBytes)}. Please split it.`,
  },
  import_unreadable: { status: 400, message: "The file could not be read: {reason}" },
  import_running: {
    status: 409,
    message:
      "{by} started an import of {fileName} {since} ago, and {rows} rows are read so far. Only one import runs at a time. No PIN of your file was added: start it when that import has ended.",
  },
  import_not_found: { status: 404, message: "This import does not exist." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;
export const errorCodes = Object.keys(errorCatalogue) as readonly ErrorCode[];

/**
 * The reason why a field was refused: `path` names the field (with dots), `message` is shown next to it.
 * `suggestion`: the PIN that was probably meant, as XXXX-XXX; only in `pins_refused`.
 */
export interface FieldError {
  path: string;
  message: string;
  suggestion?: string;
}

/** The wrong PINs that an account may still enter. Both numbers depend only on its own wrong PINs. */
export interface TriesLeft {
  /** The number of PINs that are surely looked up before a break. */
  left: number;
  /** The seconds of the break if all of them are wrong and entered now. */
  breakSeconds: number;
}

/**
 * The body of every error answer. On a 401 that a token refresh can solve, `errors` starts with `user_error`
 * or `admin_error`. The `errors` of a refresh without its cookie have `no_refresh_cookie` after that.
 * Otherwise `errors` lists messages for people; the message of a field has its path. `tries`: only in
 * `pins_refused`, if a PIN was wrong.
 */
export interface ErrorBody {
  error: true;
  code: ErrorCode;
  message: string;
  errors: (string | FieldError)[];
  tries?: TriesLeft;
}

/**
 * A request that is refused. Handlers and deciders throw it; the error handler makes an `ErrorBody` of it.
 * `retryAfterSeconds` fills `{wait}` in the message; without it `{wait}` is "a moment".
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: (string | FieldError)[];
  readonly retryAfterSeconds: number | undefined;
  readonly tries: TriesLeft | undefined;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      errors?: (string | FieldError)[];
      details?: Record<string, string | number>;
      retryAfterSeconds?: number;
      tries?: TriesLeft | undefined;
    } = {},
  ) {
    const wait = waitInWords(options.retryAfterSeconds);
    super(fill(options.message ?? errorCatalogue[code].message, { wait, ...options.details }));
    this.name = "Refusal";
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.errors = options.errors ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.tries = options.tries;
  }

  toBody(): ErrorBody {
    const { code, message, errors, tries } = this;
    return { error: true, code, message, errors, ...(tries ? { tries } : {}) };
  }
}

const fill = (text: string, details: Record<string, string | number>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(details[name] ?? whole));
