import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";
import { visitBackOffice } from "@ornament/testing/screens/back-office";
import { launchBrowser, newVisitor, type Visitor } from "@ornament/testing/screens/browser";
import { step } from "@ornament/testing/suites/step";
import type { Browser } from "playwright";
import { actsAtTheEnd } from "./sixty-acts/acts-at-the-end.ts";
import { actsBeforeTheSeason } from "./sixty-acts/acts-before-the-season.ts";
import { actsOfFamilies } from "./sixty-acts/acts-of-families.ts";
import { actsOfSupport } from "./sixty-acts/acts-of-support.ts";
import { actsWithOrnaments } from "./sixty-acts/acts-with-ornaments.ts";
import type { Answer, Filter } from "./sixty-acts/answer.ts";
import { answersOfApi, eventsOfApi, rowsOfApi } from "./sixty-acts/answers-of-api.ts";
import { answersOfCommand } from "./sixty-acts/answers-of-command.ts";
import { answersOfScreen, showEveryColumn } from "./sixty-acts/answers-of-screen.ts";
import { byRequest, expectedAnswers, type Played, titleOf } from "./sixty-acts/expected-answers.ts";
import { Stage } from "./sixty-acts/stage.ts";

/**
 * Sixty acts of five people. Who did what to whom, from what to what, from where, when and why, and what else
 * happened: the screen, the command and the API give the same answers, also after the acting admin was deleted.
 */

const acts = [
  ...actsBeforeTheSeason,
  ...actsOfFamilies,
  ...actsWithOrnaments,
  ...actsOfSupport,
  ...actsAtTheEnd,
];
const played: Played[] = [];
let product: RunningProduct;
let stage: Stage;
let browser: Browser;
let visitor: Visitor;
/** The entries of each request, without the first one: the first start created the first admin. */
let requests: LogEntryRow[][];
let expected: ReadonlyMap<string, Answer>;

beforeAll(async () => {
  [browser, product] = await Promise.all([
    launchBrowser(),
    startProduct({ ownStores: true, environment: { TRUST_PROXY: "1" } }),
  ]);
  stage = new Stage(product.url);
  for (const [n, act] of acts.entries()) {
    const began = Date.now();
    await step(titleOf(act, n), () => act.play(stage));
    played.push({ act, began, ended: Date.now() });
  }
  [, ...requests] = byRequest(await rowsOfApi(stage.people.ben));
  expected = expectedAnswers(stage, played, requests);
  visitor = await newVisitor(browser, "desk");
  await visitBackOffice(visitor.page, product.url, "log", stage.people.ben);
  await showEveryColumn(visitor.page, product.url);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

const api = async (filter?: Filter) => answersOfApi(await rowsOfApi(stage.people.ben, filter));
const command = (filter?: Filter) => answersOfCommand(product.dataDir, filter);
const screen = (filter?: Filter) =>
  answersOfScreen(visitor.page, product.url, stage.subjectsOnScreen(), filter);
const ways = [
  ["the API", api],
  ["the audit command", command],
  ["the screen", screen],
] as const;

/** The answers about the entries of the acts, by the same titles as the expected ones. */
const ofActs = (answers: readonly Answer[]) =>
  new Map([...expected].map(([title, { id }]) => [title, answers.find((answer) => answer.id === id)]));

test("each of the sixty acts by five people has its entries at its time, and there is no other entry", () => {
  expect(acts.length).toBe(60);
  expect(new Set(acts.map(({ by }) => by)).size).toBe(5);
  const actions = requests.map((rows) => rows.map(({ actionType }) => actionType.name));
  expect(actions).toEqual(acts.map(({ leaves }) => leaves.map(({ action }) => action)));
  for (const [n, { act, began, ended }] of played.entries())
    for (const { createdAt } of requests[n] ?? []) {
      const at = Date.parse(createdAt);
      expect([titleOf(act, n), at >= began && at <= ended]).toEqual([titleOf(act, n), true]);
    }
});

test.each(ways)(
  "%s tells of each entry who, what, whom, from what to what, from where, when and why, and what else happened",
  async (_name, ask) => {
    expect(ofActs(await ask())).toEqual(expected);
  },
);

test("the feed of events has the rows of the table with the same values", async () => {
  // The feed records itself as a look, once an hour, before it answers.
  const events = await eventsOfApi(stage.people.ben);
  expect(events.map(({ type: _, ...row }) => row)).toEqual(await rowsOfApi(stage.people.ben));
});

test.each([
  [
    "an actor and a deleted admin",
    () => ({ actor: stage.subjectOf("ada"), subject: stage.subjectOf("dora") }),
  ],
  ["a role and a deleted consumer", () => ({ role: "AUDITOR", subject: stage.subjectOf("quinn") })],
  ["a PIN", () => ({ subject: stage.subjectOf("WNTR-000") })],
  ["a request of a deleted consumer", () => ({ request: requests.at(-2)?.[0]?.request ?? "" })],
] as const)("the API, the command and the screen find the same entries by %s", async (_name, filterOf) => {
  const found = await Promise.all(ways.map(([, ask]) => ask(filterOf())));
  const [ofApi = [], ofCommand, ofScreen] = found.map((answers) => answers.map(({ id }) => id));
  expect(ofApi.length).toBeGreaterThan(1);
  expect(ofCommand).toEqual(ofApi);
  expect(ofScreen).toEqual(ofApi);
});

describe("a deleted actor", () => {
  beforeAll(async () => {
    const { ada, ben } = stage.people;
    await ben.call("DELETE", `/api/admin/delete/${ada.id}`);
  });

  test.each(ways)("%s gives the same answers after the acting IT Admin was deleted", async (_name, ask) => {
    const answers = await ask();
    expect(ofActs(answers)).toEqual(expected);
    expect(answers.at(-1)).toMatchObject({
      who: stage.subjectOf("ben"),
      what: "Admin account deleted",
      whom: [stage.subjectOf("ada")],
      fromTo: ["Account: Active → Deleted"],
      why: stage.people.ada.email,
      together: [],
    });
  });
});
