import { defineEvents, type EventsOf, event } from "../events/definition.ts";

/**
 * `addressCalls-main` ($maxAge 1 h): calls about an email address, such as a forgotten password, that
 * recorded no other event. No program reads them. They take the time of a record, so that the time of the
 * answer does not show whether the address has an account.
 */
export const addressCallEvents = defineEvents({
  /** A call about an email address was answered and recorded no other event. */
  AddressCallAnswered: event({ fields: {} }),
});

export type AddressCallEvent = EventsOf<typeof addressCallEvents>;
