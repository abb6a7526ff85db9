import {
  type ConsumerDocument,
  type ConsumerRowDocument,
  consumersReadModel,
  type OwnedPinDocument,
} from "@ornament/contracts/consumers/document";
import { formerSearchOf, searchable, searchTextOf } from "@ornament/contracts/tables/search-text";
import { formatPinCode, pinIdOf } from "@ornament/contracts/values/pin-code";
import {
  type ContentOf,
  defineProjection,
  type GroupKey,
  type ProjectedEvent,
  type Row,
} from "./projection.ts";

type Consumer = ContentOf<ConsumerDocument>;
type ConsumerRow = ContentOf<ConsumerRowDocument>;

/** Registration attempts of an unconfirmed account. The links of older ones have expired. */
const attemptsKept = 100;

/** Profiles and the rows of the Consumers table. A consumer's group gives both. */
export const consumers = defineProjection<{ main: Consumer }>({
  readModel: consumersReadModel,
  keys: {
    ConsumerRegistered: consumer,
    RegistrationRepeated: consumer,
    ConsumerEmailConfirmed: consumer,
    ConsumerEmailChanged: consumer,
    MarketingPreferenceChanged: consumer,
    OrnamentAdded: consumer,
    OrnamentRenamed: consumer,
    ConsumerAccountDeleted: consumer,
    PinRegistered: consumer,
    PinDeactivated: consumer,
    PinActivated: consumer,
    PinReleased: consumer,
    DeviceBound: consumer,
    DeviceRemoved: consumer,
  },
  evolve: { main: evolve },
  rows: { main: (state, id) => rowsOf(state, Number(id)) },
});

/** The consumer of an event; none for an event of an unclaimed PIN. */
function consumer({ data }: { data: { consumerId: number | null } }): readonly GroupKey<"main">[] {
  return data.consumerId === null ? [] : [{ part: "main", id: data.consumerId }];
}

function evolve(state: Consumer | undefined, event: ProjectedEvent): Consumer | undefined {
  if (event.type === "ConsumerRegistered") {
    const { email, marketingEmail, nonce } = event.data;
    return {
      email,
      formerEmails: [],
      formerSearch: "",
      marketingEmail,
      isActivated: false,
      createdAt: event.createdAt,
      confirmedAt: null,
      pins: [],
      attempts: [{ nonce, marketingEmail }],
    };
  }
  if (!state || event.type === "ConsumerAccountDeleted") return undefined;
  return { ...state, ...accountAfter(state, event), pins: pinsAfter(state.pins, event) };
}

function accountAfter(state: Consumer, event: ProjectedEvent): Partial<Consumer> {
  switch (event.type) {
    case "RegistrationRepeated": {
      const { attempt } = event.data;
      if (!attempt || state.isActivated) return {};
      const { nonce, marketingEmail } = attempt;
      return { attempts: [...state.attempts, { nonce, marketingEmail }].slice(-attemptsKept) };
    }
    case "ConsumerEmailConfirmed": {
      const confirmed = state.attempts.find(({ nonce }) => nonce === event.data.attempt);
      return {
        isActivated: true,
        confirmedAt: state.confirmedAt ?? event.createdAt,
        marketingEmail: confirmed?.marketingEmail ?? state.marketingEmail,
        attempts: [],
      };
    }
    case "ConsumerEmailChanged": {
      const addresses = emailsAfter(state, event.data.email);
      return { ...addresses, formerSearch: formerSearchOf(addresses.formerEmails) };
    }
    case "MarketingPreferenceChanged":
      return { marketingEmail: event.data.marketingEmail };
    default:
      return {};
  }
}

function pinsAfter(pins: OwnedPinDocument[], event: ProjectedEvent): OwnedPinDocument[] {
  switch (event.type) {
    case "PinRegistered": {
      const { code } = event.data;
      const others = pins.filter((pin) => pin.code !== code);
      const registered = {
        pinId: pinIdOf(code),
        code,
        name: "",
        status: true,
        registeredAt: event.createdAt,
        deviceIds: [],
      };
      return [...others, registered];
    }
    case "OrnamentAdded":
    case "OrnamentRenamed":
      return changed(pins, event.data.code, { name: event.data.name });
    case "PinDeactivated":
      return changed(pins, event.data.code, { status: false });
    case "PinActivated":
      return changed(pins, event.data.code, { status: true });
    case "DeviceBound":
      return withDevices(pins, event.data.code, (ids) => [
        ...ids.filter((id) => id !== event.data.deviceId),
        event.data.deviceId,
      ]);
    case "DeviceRemoved":
      return withDevices(pins, event.data.code, (ids) => ids.filter((id) => id !== event.data.deviceId));
    case "PinReleased":
      return pins.filter((pin) => pin.code !== event.data.code);
    default:
      return pins;
  }
}

const changed = (pins: OwnedPinDocument[], code: string, change: Partial<OwnedPinDocument>) =>
  pins.map((pin) => (pin.code === code ? { ...pin, ...change } : pin));

const withDevices = (pins: OwnedPinDocument[], code: string, change: (deviceIds: number[]) => number[]) =>
  pins.map((pin) => (pin.code === code ? { ...pin, deviceIds: change(pin.deviceIds) } : pin));

function rowsOf(state: Consumer, consumerId: number): Row[] {
  const { email, formerEmails, marketingEmail, isActivated, createdAt } = state;
  const account = { consumerId, email, formerEmails, marketingEmail, isActivated, createdAt };
  const addresses = [email, ...formerEmails];
  const emailSearch = searchTextOf(addresses);
  const row = (id: string, content: ConsumerRow): Row => ({ part: "rows", id, content: { ...content } });
  if (state.pins.length === 0)
    return [row(`${consumerId}`, { search: emailSearch, emailSearch, ...account, ...withoutPin })];
  return state.pins.map(({ pinId, code, name, status, deviceIds }) =>
    row(`${consumerId}-${code}`, {
      search: searchTextOf([...addresses, code, formatPinCode(code), name]),
      emailSearch,
      ...account,
      pinId,
      code,
      pin: formatPinCode(code),
      name,
      nameSort: searchable(name),
      status,
      countDevices: deviceIds.length,
    }),
  );
}

const withoutPin = {
  pinId: null,
  code: null,
  pin: null,
  name: null,
  nameSort: "",
  status: null,
  countDevices: null,
};

export interface Emails {
  email: string | null;
  formerEmails: string[];
}

const formerKept = 20;

/** The email addresses after a change. An address that the account gets again is not a former one. */
export function emailsAfter({ email, formerEmails }: Emails, next: string | null): Emails {
  if (next === email) return { email, formerEmails };
  const older = formerEmails.filter((former) => former !== email && former !== next);
  return { email: next, formerEmails: (email === null ? older : [email, ...older]).slice(0, formerKept) };
}
