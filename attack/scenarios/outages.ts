import type { Attack, Scenario } from "../scenario.ts";
import { repeatOutage } from "./outages/outage.ts";
import { OutageSurroundings } from "./outages/surroundings.ts";

const kept = "nothing acknowledged is lost or doubled, no mail goes twice, all are answered in time";

const cut: Attack = {
  name: "cut",
  checks: `every connection to the event store is cut for some seconds, under load: ${kept}`,
  usual: { calls: 5, seconds: 3 },
  small: { calls: 2, seconds: 3 },
  run: (target, size, report) =>
    repeatOutage(target, size, report, {
      begin: ({ front }) => front.cut(),
      end: ({ front }) => front.open(),
    }),
};

const frozen: Attack = {
  name: "frozen",
  checks: `the event store stands still for some seconds, under load: ${kept}`,
  usual: { calls: 2, seconds: 30 },
  small: { calls: 1, seconds: 8 },
  run: (target, size, report) =>
    repeatOutage(target, size, report, {
      begin: async ({ eventStore }) => eventStore.signal("SIGSTOP"),
      end: async ({ eventStore }) => eventStore.signal("SIGCONT"),
    }),
};

const killed: Attack = {
  name: "killed",
  checks: `kill -9 of the event store and a start after some seconds, under load: ${kept}`,
  usual: { calls: 5, seconds: 1 },
  small: { calls: 2, seconds: 1 },
  run: (target, size, report) =>
    repeatOutage(target, size, report, {
      begin: ({ eventStore }) => eventStore.end("SIGKILL"),
      end: ({ eventStore }) => eventStore.start(),
    }),
};

/** On the embedded event store, or on the one that TEST_EVENTSTORE_COMMAND starts. */
export const outages: Scenario = {
  name: "outages",
  about: "an event store that goes away and comes back, under load",
  split: true,
  environment: { REQUEST_LIMIT_SCALE: "1000" },
  surround: (dataDir) => OutageSurroundings.start(dataDir),
  attacks: [cut, frozen, killed],
};
