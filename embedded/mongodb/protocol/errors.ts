const codeNames: Readonly<Record<number, string>> = {
  2: "BadValue",
  8: "UnknownError",
  9: "FailedToParse",
  13: "Unauthorized",
  14: "TypeMismatch",
  21: "InvalidLength",
  40: "ConflictingUpdateOperators",
  43: "CursorNotFound",
  48: "NamespaceExists",
  52: "DollarPrefixedFieldName",
  53: "InvalidIdField",
  59: "CommandNotFound",
  66: "ImmutableField",
  67: "CannotCreateIndex",
  73: "InvalidNamespace",
  85: "IndexOptionsConflict",
  86: "IndexKeySpecsConflict",
  123: "NotAReplicaSet",
  175: "QueryPlanKilled",
  189: "PrimarySteppedDown",
  238: "NotImplemented",
  10107: "NotWritablePrimary",
  11000: "DuplicateKey",
  11602: "InterruptedDueToReplStateChange",
  14031: "OutOfDiskSpace",
};

/** An error for the client: `code`, `codeName` and `errmsg` as the real server gives them. */
export class CommandError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }

  get codeName(): string {
    return codeNames[this.code] ?? `Location${this.code}`;
  }
}

/** Bytes that are not a message or not a document. Their connection is closed. */
export class MalformedMessage extends Error {}

export const badValue = (message: string) => new CommandError(2, message);
export const failedToParse = (message: string) => new CommandError(9, message);
export const typeMismatch = (message: string) => new CommandError(14, message);
/** The error for a missing feature of the real server. `what` is a plural, such as "filters on arrays". */
export const notImplemented = (what: string) => new CommandError(238, `${what} are not implemented`);
