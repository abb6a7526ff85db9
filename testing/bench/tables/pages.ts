import { actionLogTable } from "@ornament/contracts/action-log/columns";
import { adminsTable } from "@ornament/contracts/admins/columns";
import { consumersTable } from "@ornament/contracts/consumers/columns";
import { pinsTable } from "@ornament/contracts/pins/columns";
import {
  actionLogPaths,
  adminAccountPaths,
  consumerPaths,
  pinPaths,
} from "@ornament/contracts/routes/back-office";
import type { TableKeys } from "@ornament/contracts/tables/table-keys";
import { batchOf, pinsOfBatch, type SeedPeople } from "../seed/people.ts";
import { type Kind, pageOf } from "./kinds.ts";

const day = 24 * 3_600_000;
/** The number of pages that are requested alternately, so that two calls in a row differ. */
const pages = 8;

const tables = {
  Pins: { address: pinPaths.listPins.path, keys: pinsTable },
  Users: { address: consumerPaths.listConsumers.path, keys: consumersTable },
  Log: { address: actionLogPaths.listActionLog.path, keys: actionLogTable },
  Admins: { address: adminAccountPaths.listAdmins.path, keys: adminsTable },
} as const satisfies Record<string, { address: string; keys: TableKeys }>;

/** The name of the batch that the n-th page shows. */
const batchOfPage = ({ codes }: SeedPeople, n: number) =>
  batchOf((n % Math.ceil(codes.length / pinsOfBatch)) * pinsOfBatch);

/** Every table: plain, by each of its filters, and sorted by each of its columns in both directions. */
export const pageKinds = (people: SeedPeople): Kind[] => [...tableKinds(people), ...countKinds(people)];

/** The numbers next to the filters of the Pins table. */
function countKinds(people: SeedPeople): Kind[] {
  const { path } = pinPaths.countPins;
  return [
    { what: "Pins: counts of the filters", path: () => path },
    {
      what: "Pins: counts of the filters in one batch",
      path: (n) => `${path}?${new URLSearchParams({ batch: batchOfPage(people, n) })}`,
    },
  ];
}

const tableKinds = (people: SeedPeople): Kind[] =>
  Object.entries(tables).flatMap(
    ([name, { address, keys }]: [string, { address: string; keys: TableKeys }]) => {
      const kind = (what: string, query: (n: number) => Readonly<Record<string, string>>): Kind => ({
        what: `${name}: ${what}`,
        path: (n) => pageOf(address, { page: String(1 + (n % pages)), ...query(n) }),
      });
      const sorted = Object.keys(keys.sort).flatMap((fieldName) =>
        ["ASC", "DESC"].map((direction) =>
          kind(`by ${fieldName} ${direction}`, () => ({ fieldName, direction })),
        ),
      );
      const filtered = keys.filters.map((filter) => kind(`filter ${filter}`, () => ({ filter })));
      const narrowed =
        keys.narrowedBy?.map((by) =>
          by === "batch"
            ? [kind("one batch", (n) => ({ batch: batchOfPage(people, n) }))]
            : [1, 7, 30].map((days) => kind(`the last ${days} days`, () => lastDays(days))),
        ) ?? [];
      return [kind("plain", () => ({})), ...sorted, ...filtered, ...narrowed.flat()];
    },
  );

/** The last days with today, in UTC. */
export const lastDays = (days: number) => ({
  startDate: shown(new Date(Date.now() - (days - 1) * day)),
  endDate: shown(new Date()),
  timeZone: "UTC",
});

/** MM/DD/YYYY */
function shown(date: Date): string {
  const [year, month, dayOfMonth] = date.toISOString().slice(0, 10).split("-");
  return `${month}/${dayOfMonth}/${year}`;
}
