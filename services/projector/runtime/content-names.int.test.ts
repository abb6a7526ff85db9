import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { type ProjectionName, projectionNames } from "@ornament/contracts/events/projections";
import { streams } from "@ornament/contracts/events/streams";
import { contentOf } from "@ornament/contracts/read-models/projection-status";
import { codeOf, facts } from "../testing/facts.ts";
import { openTestStores, type TestStores } from "../testing/projector-fixture.ts";

let at: TestStores;
beforeEach(async () => {
  at = await openTestStores();
});
afterEach(() => at.close());

type Contents = ReadonlyMap<ProjectionName, string>;

/** The names of all contents, as soon as all read models have reached the position. */
async function contentsAt(position: bigint): Promise<Contents> {
  const live = await Promise.all(
    projectionNames.map((name) => at.untilLive(name, ({ ready, commit }) => ready && commit >= position)),
  );
  return new Map(live.map((generation) => [generation.name, contentOf(generation)]));
}

const changedBetween = (before: Contents, after: Contents) =>
  projectionNames.filter((name) => before.get(name) !== after.get(name));

const signIn = (consumerId: number) =>
  at.append(streams.session(`s${consumerId}`), {
    type: "SessionStarted",
    data: { sessionId: `s${consumerId}`, audience: "consumer", subjectId: consumerId, epoch: 1 },
  });

test("a sign-in changes the content of the log and of the sign-in help, and of no table, profile or setting", async () => {
  await at.append(streams.pin(codeOf(1)), facts.imported(codeOf(1)));
  const registered = await at.append(streams.consumer(7), facts.registered({ consumerId: 7 }));
  await at.startProjector().ready();
  const before = await contentsAt(registered);
  const after = await contentsAt(await signIn(7));
  expect(changedBetween(before, after)).toEqual(["actionLog", "signInHelp"]);
});

test("a PIN that is imported after a restart of the projector changes the content of the Pins table, and of no setting", async () => {
  const projector = at.startProjector();
  await projector.ready();
  const before = await contentsAt(await at.append(streams.pin(codeOf(1)), facts.imported(codeOf(1))));
  await projector.stop();
  await at.startProjector().ready();
  const after = await contentsAt(await at.append(streams.pin(codeOf(2)), facts.imported(codeOf(2))));
  expect(changedBetween(before, after)).toContain("pins");
  expect(changedBetween(before, after)).not.toContain("settings");
});

test("events that are delivered again after a crash give their contents another name, although the documents are stored already", async () => {
  const projector = at.startProjector();
  await projector.ready();
  await at.append(streams.pin(codeOf(1)), facts.imported(codeOf(1)));
  const last = await at.append(streams.pin(codeOf(2)), facts.imported(codeOf(2)));
  const before = await contentsAt(last);
  await projector.stop();
  await at.goBack();
  await at.startProjector().ready();
  const after = await contentsAt(last);
  expect(changedBetween(before, after)).toContain("pins");
});
