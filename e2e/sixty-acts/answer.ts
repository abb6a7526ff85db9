import { systemLabel } from "@ornament/contracts/domain/roles";

/** The answers to an auditor's questions about one entry, in the form that all three ways of asking share. */
export interface Answer {
  /** The event's id. */
  readonly id: string;
  /** The actor as filters name it: `admin-3`, `consumer-7` or `system`. */
  readonly who: string;
  readonly role: string;
  readonly what: string;
  /** The names of the subjects without the actor, sorted. */
  readonly whom: readonly string[];
  /** `Role: Customer support → Auditor`, with `(none)` where there was no value before. */
  readonly fromTo: readonly string[];
  /** The browser and the network address, or the reason why they are not known; "" for the system. */
  readonly where: string;
  /** MM/DD/YY hh:mm:ss am/pm in the time zone of the test. */
  readonly when: string;
  /** The new value with its comment. */
  readonly why: string;
  /** The first action of the same request; null for that entry itself. */
  readonly partOf: string | null;
  /** What else happened: the ids of the other entries of the same request, sorted. */
  readonly together: readonly string[];
}

export type Filter = Readonly<Partial<Record<"actor" | "role" | "subject" | "request", string>>>;

/** The time zone of the visitors of `newVisitor`. */
export const timeZone = "America/Chicago";

export const erasedOrNotRecorded = "erased or not recorded";
export const notRecorded = "not recorded";

type Session = { readonly browser: string | null; readonly address: string | null } | null;

/** The words for a session of the API or of the audit command. */
export function placeOf(session: Session, role: string): string {
  if (session === null) return role === systemLabel ? "" : notRecorded;
  const { browser, address } = session;
  return browser === null && address === null ? erasedOrNotRecorded : `${browser}, ${address}`;
}

/** An answer that doesn't know yet what else happened, with the request whose entries are together. */
export type Part = Omit<Answer, "together"> & { readonly request: string };

export function withOthers(parts: readonly Part[]): Answer[] {
  return parts.map(({ request, ...answer }) => ({
    ...answer,
    together: parts
      .filter((other) => request !== "" && other.request === request && other.id !== answer.id)
      .map(({ id }) => id)
      .sort(),
  }));
}
