import { describe, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import type { TriesLeft } from "@ornament/contracts/routes/errors";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { createRequestLimits, type RequestLimits } from "../http/request-limits.ts";
import { apiForFile } from "../testing/running-api.ts";
import { startTestCommandApi } from "../testing/test-command-api.ts";
import { issuePins, password, signedInConsumer, type TestConsumer } from "../testing/test-consumer.ts";
import { enterPins, replay, seen } from "../testing/test-ornament.ts";
import { freshCode } from "../testing/wrong-pins.ts";

const api = apiForFile();

/** The product's limits of wrong PINs; no other limit is reached. */
function limitsOfWrongPins(): RequestLimits {
  const pause = async () => undefined;
  const [high, real] = [
    createRequestLimits({ scale: 1_000, pause }),
    createRequestLimits({ scale: 1, pause }),
  ];
  return { ...high, take: real.take };
}

const unknown = "We don’t know this PIN.";
/** Each test begins a day later, without wrong PINs of earlier tests from the same network. */
const nextDay = () => api.clock.advance(24 * 3_600_000);
const signedInAgain = async (consumer: TestConsumer): Promise<TestConsumer> => {
  const browser = api.client();
  await browser.signIn("/api/user/login", { email: consumer.email, password });
  return { ...consumer, browser };
};
const problemsOf = async (consumer: TestConsumer, ...codes: string[]) =>
  (await enterPins(consumer, codes)).body.errors;
const counted = async ({ id }: TestConsumer) =>
  (await api.store.read(streams.pinEntries(id))).events.filter(({ type }) => type !== "PinEntryPaused")
    .length;

describe("guessing", () => {
  test("after ten fresh wrong PINs even a right PIN is refused until the time to wait is over", async () => {
    await issuePins(api, "GUESS01");
    const consumer = await signedInConsumer(api, "guess@example.com");
    const answers = [];
    const left: number[] = [];
    for (let count = 1; count <= 10; count += 1) {
      const answer = await enterPins(consumer, [freshCode(count)]);
      const { tries, ...body } = answer.body as { tries: TriesLeft };
      left.push(tries.left);
      expect(tries.breakSeconds).toBe(15 * 60);
      answers.push({ ...seen(answer), text: JSON.stringify(body) });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(left).toEqual([6, 6, 6, 6, 5, 4, 3, 2, 1, 0]);
    const limited = await enterPins(consumer, ["GUESS01"]);
    expect(limited).toMatchObject({
      status: 429,
      body: {
        code: "pin_entry_limited",
        message: "Too many wrong PINs. Try again in 15 minutes, or contact us.",
      },
    });
    expect((await replay(api.store, "GUESS01")).ownerId).toBeNull();
    api.clock.advance(Number(limited.headers["retry-after"]) * 1000);
    expect((await enterPins(await signedInAgain(consumer), ["GUESS01"])).status).toBe(200);
  });

  test("a family mistypes and enters its right PIN while strangers have used up the wrong PINs of the same network, but gets no suggestion", async () => {
    // The limit of wrong PINs of the network is the product's, and others are too high to be reached.
    const limited = await startTestCommandApi({ requestLimits: limitsOfWrongPins() });
    await issuePins(limited, "FAM1LY1");
    for (let stranger = 1; stranger <= 20; stranger += 1) {
      const consumer = await signedInConsumer(limited, `stranger${stranger}@example.com`);
      const codes = Array.from({ length: 10 }, (_, index) => freshCode(index));
      expect((await enterPins(consumer, codes)).status).toBe(400);
      if (stranger < 20) continue;
      expect((await enterPins(consumer, ["FAM1LY1"])).status).toBe(429);
    }
    const family = await signedInConsumer(limited, "family@example.com");
    expect(await problemsOf(family, "FAM1LYI")).toEqual([{ path: "pin.0.pin", message: unknown }]);
    expect((await enterPins(family, ["FAM1LY1"])).status).toBe(200);
    await limited.stop();
  });
});

test("30 entries of an account at the same time have ten wrong PINs answered", async () => {
  nextDay();
  const consumer = await signedInConsumer(api, "crowd@example.com");
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => enterPins(consumer, [freshCode(index)])),
  );
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(10).fill(400), ...Array(20).fill(429)]);
});

describe("look-alikes", () => {
  test.each([
    ["different look-alikes", "L1OK001", "LIOKOO1", []],
    ["one character", "LIKE00A", "L1KE00A", ["LIKE-00A"]],
    ["all of a repeated character", "TW00ACE", "TWOOACE", ["TW00-ACE"]],
    ["a letter that looks like a digit", "PLAN234", "PLANZ34", ["PLAN-234"]],
    ["no character that looks like another", "PLAN734", "PLANU34", []],
  ])(
    "a PIN that is wrong in %s is answered with the PINs that look like it",
    async (_what, issued, typed, meant) => {
      nextDay();
      await issuePins(api, issued);
      const consumer = await signedInConsumer(api, `${typed.toLowerCase()}@example.com`);
      const [problem] = (await problemsOf(consumer, typed)) as { message: string; suggestion?: string }[];
      expect([problem?.suggestion].filter(Boolean)).toEqual(meant);
      if (meant[0]) {
        expect(problem?.message).toBe(unknown);
        expect((await enterPins(consumer, meant)).status).toBe(200);
      }
    },
  );

  test("a look-alike that is one of the caller's ornaments is named as such and not suggested", async () => {
    nextDay();
    await issuePins(api, "OWNACE8");
    const consumer = await signedInConsumer(api, "ownlook@example.com");
    await enterPins(consumer, ["OWNACE8"]);
    expect(await problemsOf(consumer, "OWNACEB")).toEqual([
      {
        path: "pin.0.pin",
        message: `${unknown} OWNA-CE8 is already one of your ornaments.`,
      },
    ]);
  });

  test("a look-alike that belongs to somebody else or is deactivated is answered as if it were never issued", async () => {
    nextDay();
    await issuePins(api, "TAKENA8", "BLOCKC8");
    await enterPins(await signedInConsumer(api, "taker@example.com"), ["TAKENA8"]);
    const admin = await api.signedInAdmin();
    const blocked = { id: pinIdOf("BLOCKC8"), status: false, comment: "stolen" };
    expect((await admin.put("/api/admin/update-pin-status", blocked)).status).toBe(200);
    const consumer = await signedInConsumer(api, "curious@example.com");
    expect(await problemsOf(consumer, "TAKENAB", "BLOCKCB", "NEVERCB")).toEqual(
      [0, 1, 2].map((index) => ({ path: `pin.${index}.pin`, message: unknown })),
    );
  });

  test("a wrong look-alike counts as a wrong PIN, and costs nothing when it is typed later", async () => {
    nextDay();
    const consumer = await signedInConsumer(api, "cost@example.com");
    await enterPins(consumer, ["ACE0I7X"]);
    expect(await counted(consumer)).toBe(3);
    await enterPins(consumer, ["ACEOI7X"]);
    await enterPins(consumer, ["ACE017X"]);
    expect(await counted(consumer)).toBe(4);
  });
});
