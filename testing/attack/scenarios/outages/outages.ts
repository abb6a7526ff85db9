import type { Attack, Floor, Scenario } from "../scenario.ts";
import { repeatOutage } from "./outage.ts";
import { OwnServers } from "./own-servers.ts";

const promised =
  "no acknowledged command is lost or done twice, no mail is sent twice, every call is answered in time";

const acknowledged: Floor = {
  of: "acknowledged commands",
  atLeast: ({ calls: rounds }) => 20 * rounds,
};

const cut: Attack = {
  name: "cut",
  checks: `every connection to the event store is cut for some seconds, under load: ${promised}`,
  usual: { calls: 5, seconds: 3 },
  small: { calls: 2, seconds: 3 },
  floor: acknowledged,
  run: (target, size, report) =>
    repeatOutage(target, size, report, {
      begin: ({ proxy }) => proxy.cut(),
      end: ({ proxy }) => proxy.open(),
    }),
};

const frozen: Attack = {
  name: "frozen",
  checks: `the event store is frozen for some seconds, under load: ${promised}`,
  usual: { calls: 2, seconds: 30 },
  small: { calls: 1, seconds: 8 },
  floor: acknowledged,
  run: (target, size, report) =>
    repeatOutage(target, size, report, {
      begin: async ({ eventStore }) => eventStore.signal("SIGSTOP"),
      end: async ({ eventStore }) => eventStore.signal("SIGCONT"),
    }),
};

const killed: Attack = {
  name: "killed",
  checks: `kill -9 of the event store and a start after some seconds, under load: ${promised}`,
  usual: { calls: 5, seconds: 1 },
  small: { calls: 2, seconds: 1 },
  floor: acknowledged,
  run: (target, size, report) =>
    repeatOutage(target, size, report, {
      begin: ({ eventStore }) => eventStore.end("SIGKILL"),
      end: ({ eventStore }) => eventStore.start(),
    }),
};

/** Outages of the embedded event store, or of the one that TEST_EVENTSTORE_COMMAND starts. */
export const outages: Scenario = {
  name: "outages",
  about: "an event store that fails and recovers, under load",
  split: true,
  environment: { REQUEST_LIMIT_SCALE: "1000" },
  startOtherServers: (dataDir) => OwnServers.start(dataDir),
  attacks: [cut, frozen, killed],
};
