import { limits } from "../values/limits.ts";
import { waitInWords } from "../values/wait.ts";

const megabytes = (bytes: number) => `${bytes / 1024 ** 2} MB`;

/** Refusals by their code, with the same HTTP status. */
const withStatus = <Code extends string>(status: number, messages: Readonly<Record<Code, string>>) =>
  Object.fromEntries(
    Object.entries(messages).map(([code, message]) => [code, { status, message }]),
  ) as Readonly<Record<Code, { status: number; message: string }>>;

/**
 * Every refusal of the product, with its HTTP status and its message for people; the code is for programs. In
 * the message `{wait}` is replaced with the time to wait, "2 seconds", and any other `{name}` with the detail
 * of that name. Every refusal with a Retry-After has `{wait}`. "contact us" is shown with the support's email
 * address.
 */
export const errorCatalogue = {
  ...withStatus(400, {
    invalid_request: "Please check the highlighted fields.",
    malformed_body: "The request could not be read.",
    malformed_request: "The request could not be read: {reason}.",
    instant_in_future: "This time is in the future. Please choose an earlier one.",
    human_check_failed: "We could not confirm that you are human. Please try again, or contact us.",
    reset_link_invalid: "This link has expired or was already used. Please ask for a new one.",
    link_expired: "Your link has expired.",
    link_incorrect: "Incorrect activation link.",
    reset_code_invalid:
      "This code is not valid. Please check it or ask for a new one. Only the newest code works, once and for 10 minutes.",
    reset_proof_invalid: "Please enter the code from your email again.",
    pins_refused: "Some PIN codes could not be added.",
    import_no_file: "Please choose a CSV file.",
    import_unreadable: "The file could not be read: {reason}",
  }),
  ...withStatus(401, {
    admin_error: "Please sign in again.",
    user_error: "Please sign in again.",
    sign_in_failed: "Incorrect email or password.",
    device_token_invalid: "We do not recognize this device. Please open the player from your ornament.",
  }),
  ...withStatus(403, {
    cross_site: "This request came from another site and was refused.",
    forbidden: "Your role does not allow this.",
    not_activated: "Please confirm your email first. We can send you the link again.",
    admin_deactivated: "This account is deactivated. Please ask an IT Admin.",
  }),
  ...withStatus(404, {
    not_found: "We could not find that.",
    nothing_recorded: "No event is about {subject}.",
    admin_not_found: "This admin account does not exist.",
    consumer_not_found: "This consumer account does not exist.",
    pin_not_found: "This PIN does not exist.",
    bulk_change_not_found: "This bulk change does not exist.",
    device_not_found: "This device does not exist.",
    import_not_found: "This import does not exist.",
  }),
  method_not_allowed: { status: 405, message: "This method is not allowed here." },
  request_timeout: { status: 408, message: "The request took too long to arrive. Please try again." },
  ...withStatus(409, {
    conflict: "Someone else changed this at the same moment. Please try again.",
    changed_meanwhile:
      "{by} changed this after you opened it. Your changes were not saved. Check the change, then save again.",
    past_tables_filling: "The tables of that time are being prepared. Please try again in {wait}.",
    email_taken: "An account with this email already exists.",
    own_email_fixed: "You cannot change the email of your own account.",
    last_it_admin: "This is the last IT Admin. Make someone else an IT Admin first.",
    confirmation_mismatch:
      "This does not name the account. Please type the account’s email address. Nothing was done.",
    email_not_confirmed:
      "This account’s email is not confirmed yet. Send the activation link in place of a reset code.",
    sign_in_not_paused: "Sign-in to this account is not paused any more.",
    already_activated: "This account is already confirmed.",
    link_used: "This link was already used. Please sign in.",
    pin_already_blocked: "This PIN is already deactivated.",
    pin_not_blocked: "This PIN is not deactivated.",
    too_many_pins: `One change can take at most ${limits.bulkChangePins.toLocaleString("en-US")} PINs, and these are {count}. Please narrow the list by a batch or a search.`,
    pin_list_invalid:
      "This list of PINs can’t be used any more. Nothing was changed. Please choose the PINs again.",
    bulk_change_ended: "This bulk change has ended already.",
    bulk_change_running: "This bulk change is still running. Please stop it, or wait for its end.",
    bulk_change_of_nothing: "This bulk change changed no PIN, so there is nothing to undo.",
    pin_owner_changed: "This PIN does not belong to this account any more. Nothing was changed.",
    too_many_ornaments: `An account can hold at most ${limits.ornamentsPerAccount} ornaments.`,
    lockedpin: "Ornament has been deactivated",
    deactivated: "User has been deactivated",
    device_limit_reached: "Number of allowed devices exceeded",
    player_url_missing:
      "Our video player is not ready yet. Your ornament is fine. Please try again later today, or contact us.",
    import_running:
      "{by} started an import of {fileName} {since} ago, and {rows} rows are read so far. Only one import runs at a time. No PIN of your file was added: start it when that import has ended.",
  }),
  ...withStatus(413, {
    body_too_large: "The request is too large.",
    import_too_large: `The file is larger than ${megabytes(limits.importBytes)}. Please split it.`,
  }),
  ...withStatus(415, {
    unsupported_media: "This format is not supported here.",
    compressed_body:
      "Compressed requests are not accepted here. Please send it again without Content-Encoding.",
    import_not_csv: "Please choose a CSV file (.csv, UTF-8 text).",
    import_workbook:
      "This is a workbook (such as .xlsx), not a CSV file. Open it in the spreadsheet program, choose “Save as” with the type “CSV UTF-8”, and choose the saved file here.",
  }),
  idempotency_key_reused: { status: 422, message: "This action was already sent with other data." },
  ...withStatus(429, {
    too_many_requests: "Too many requests. Please try again in {wait}.",
    pin_entry_limited: "Too many wrong PINs. Try again in {wait}, or contact us.",
  }),
  headers_too_large: { status: 431, message: "The headers of the request are too large." },
  internal: { status: 500, message: "Something went wrong on our side. Please try again." },
  ...withStatus(503, {
    busy: "We are very busy right now. Please try again in {wait}.",
    unavailable: "This is not available right now. Please try again in {wait}.",
    outcome_unknown:
      "We could not confirm in time that this was done. Please try again in {wait}; it will not be done twice.",
    upgrade_in_progress:
      "The site is being upgraded right now. Nothing was changed. Please try again in {wait}.",
    rights_unknown:
      "Your rights can’t be checked right now, so nothing is shown. Please tell the operators of this site that the rights have stopped at {event}, and try again in {wait}.",
    look_not_recorded:
      "This could not be recorded in the System action log, so it is not shown. Please try again in {wait}.",
    catching_up: "The lists are being prepared. Please try again in {wait}.",
  }),
  ...withStatus(507, {
    storage_full: "There is no space left to save this. Nothing was saved. Please try again in {wait}.",
    past_tables_refused: "The tables of that time can’t be shown: {reason}. Please try again in {wait}.",
  }),
};

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
