import { beforeAll, describe, expect, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments } from "@ornament/testing/people/ornaments";
import { newParent, type Parent } from "@ornament/testing/people/parents";
import { visitBackOffice } from "@ornament/testing/screens/back-office";
import { sizes } from "@ornament/testing/screens/browser";
import { landingHeading, openRegistration, visitSignedIn } from "@ornament/testing/screens/consumer-site";
import { type Pixels, pixelsAt, pixelsInside, shareUnlike } from "@ornament/testing/screens/pixels";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct } from "@ornament/testing/screens/visited-product";
import type { BrowserContextOptions, Page } from "playwright";

/** The screens with forced colours, with text of 200 %, on paper, and behind the snow. */
const it = visitedProduct();
let parent: Parent;

beforeAll(async () => {
  await it.api.importPins(await it.api.signInAdmin(), pinFile(60));
  parent = await newParent(it.api, it.url, "a.parent.with.a.long.address@example.com");
  await addOrnaments(it.api, parent, [
    { pin: demoPin(1), name: "Emma" },
    { pin: demoPin(2), name: "Oliver" },
  ]);
});

/** Runs a check on a new page. */
async function onPage(options: BrowserContextOptions, check: (page: Page) => Promise<unknown>) {
  const context = await it.browser.newContext({ viewport: sizes.phone, reducedMotion: "reduce", ...options });
  try {
    await check(await context.newPage());
  } finally {
    await context.close();
  }
}

const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).getPropertyValue("${property}")`,
  );

describe("forced colours", () => {
  const options: BrowserContextOptions = { forcedColors: "active", colorScheme: "dark" };
  const ground: Pixels[number] = [0, 0, 0];

  test("with forced colours a ticked checkbox looks different from an empty one", () =>
    onPage(options, async (page) => {
      await openRegistration(page, it.url);
      const terms = page.getByRole("checkbox").first();
      expect(shareUnlike(await pixelsInside(terms), ground)).toBe(0);
      await terms.check();
      expect(shareUnlike(await pixelsInside(terms), ground)).toBeGreaterThan(0.2);
    }));

  test("with forced colours the current step stands out from the next ones", () =>
    onPage(options, async (page) => {
      await openRegistration(page, it.url);
      const next = page.locator(".o-step-ahead .o-step-mark").first();
      const now = page.locator(".o-step-now .o-step-mark");
      expect(shareUnlike(await pixelsInside(next), ground)).toBeLessThan(0.3);
      expect(shareUnlike(await pixelsInside(now), ground)).toBeGreaterThan(0.5);
    }));

  test("with forced colours the chosen ornament has a ticked radio and a border of its own", () =>
    onPage(options, async (page) => {
      await visitSignedIn(page, it.url, "pin-authorization", parent);
      await page.getByRole("radio").first().check();
      expect(shareUnlike(await pixelsInside(page.getByRole("radio").first()), ground)).toBeGreaterThan(0.2);
      expect(shareUnlike(await pixelsInside(page.getByRole("radio").last()), ground)).toBe(0);
      const border = (choice: string) => styleOf(page, choice, "border-top-color");
      expect(await border(".o-choice-chosen")).not.toBe(await border(".o-choice:not(.o-choice-chosen)"));
    }));

  test("with forced colours no picture lies behind the text of a consumer screen", () =>
    onPage({ ...options, reducedMotion: "no-preference" }, async (page) => {
      await page.goto(it.url);
      await see(landingHeading(page)).toBeVisible();
      for (const picture of [
        ".o-snowfall",
        ".o-treeline",
        ".o-landing-picture .o-glass-ornament-thread-long",
      ])
        await see(page.locator(picture).first()).toBeHidden();
      expect(await styleOf(page, ".o-layout", "background-image")).toBe("none");
      await page.goto(`${it.url}/login`);
      await see(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
      expect(await styleOf(page, ".o-main-action", "background-image")).toBe("none");
    }));

  test("with forced colours the cross of a dialog and the current page of the back office can be seen", () =>
    onPage({ ...options, viewport: sizes.desk }, async (page) => {
      await page.goto(`${it.url}/#support`);
      const cross = page.getByRole("button", { name: "Close" });
      await see(page.getByRole("dialog", { name: "We are here to help" })).toBeVisible();
      expect(shareUnlike(await pixelsInside(cross), ground)).toBeGreaterThan(0.01);
      await visitBackOffice(page, it.url, "table-pins");
      for (const [current, other] of [
        [".o-sidebar-entry.active", ".o-sidebar-entry:not(.active)"],
        [".page-link[aria-current]", ".page-link:not([aria-current])"],
      ] as const) {
        await see(page.locator(current).first()).toBeVisible();
        const background = (entry: string) => styleOf(page, entry, "background-color");
        expect(await background(current)).not.toBe(await background(other));
      }
    }));
});

/** The faults of a page with large text; none if all text can be read. */
const troubleWithLargeText = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const found = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push("scrolls sideways: " + scrollWidth + " of " + clientWidth);
    const texts = document.createTreeWalker(document.querySelector(".modal.show") ?? document.getElementById("root"), NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: around, data } = text;
      if (around.closest("title, option, svg, .visually-hidden, .o-steps [aria-hidden]") || around.offsetWidth === 1) continue;
      // Email addresses may be divided, and the long words of legal texts hyphenated.
      if (/\\S@\\S/.test(data) || around.closest(".o-prose")) continue;
      for (const word of data.matchAll(/[A-Za-z’]+/g)) {
        // Parts of codes may be divided.
        if (/[^\\s“”".,;:!?()]/.test((data[word.index - 1] ?? "") + (data[word.index + word[0].length] ?? ""))) continue;
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1) found.push("divided: " + word[0]);
        if (boxes.some(({ width, left, right }) => width > 1 && (left < -1 || right > clientWidth + 1))) found.push("outside: " + word[0]);
      }
    }
    for (const control of document.querySelectorAll("button, a, select")) {
      if (control.scrollWidth > control.clientWidth + 1 && control.clientWidth > 1) found.push("cut off: " + control.textContent);
    }
    const action = document.querySelector(".o-main-action");
    if (action && getComputedStyle(action).position === "sticky") {
      const { top, bottom, height } = action.getBoundingClientRect();
      const sticks = bottom <= innerHeight + 1 && action.closest(".o-card").getBoundingClientRect().bottom > innerHeight + 1;
      if (sticks && height > innerHeight * 0.36) found.push("the button covers " + Math.round(height) + " of " + innerHeight);
    }
    return found;
  })()`);

describe("text of 200 % on a small phone", () => {
  const viewport = { width: 320, height: 640 };
  const shows = async (page: Page, heading: string | RegExp) => {
    await see(page.getByRole("heading", { name: heading }).first()).toBeVisible();
    await page.evaluate("document.documentElement.style.fontSize = '200%'; document.fonts.ready");
    expect(await troubleWithLargeText(page)).toEqual([]);
  };

  test("no word is divided and nothing is cut off at 200 %: the signed-out screens", () =>
    onPage({ viewport }, async (page) => {
      for (const [path, heading] of [
        ["/", "Santa has a message"],
        ["/verify-age", "When were you born"],
        ["/login", "Sign in"],
        ["/forgot-password", "Forgot your password"],
        [
          `/verify-code?email=${encodeURIComponent("a.parent.with.a.long.address@example.com")}`,
          "Check your email",
        ],
        ["/expired-activation-link", /./],
        ["/404", "Oops"],
        ["/#how-it-works", "Hang the ornament"],
        ["/#support", "We are here to help"],
        ["/#terms", "Terms of use"],
      ] as const) {
        await page.goto("about:blank");
        await page.goto(it.url + path);
        await shows(page, heading);
      }
    }));

  test("no word is divided and nothing is cut off at 200 %: the registration and the signed-in screens", () =>
    onPage({ viewport }, async (page) => {
      await openRegistration(page, it.url);
      await shows(page, "Create your account");
      for (const screen of ["pin-authorization", "add-pin"]) {
        await visitSignedIn(page, it.url, screen, parent);
        await shows(page, /./);
      }
    }));
});

describe("on paper", () => {
  const onPaper = (options: BrowserContextOptions, check: (page: Page) => Promise<unknown>) =>
    onPage({ colorScheme: "dark", reducedMotion: "no-preference", viewport: sizes.desk, ...options }, check);
  const pagesOf = async (page: Page) =>
    [...(await page.pdf({ preferCSSPageSize: true })).toString("latin1").matchAll(/\/Type \/Page\b/g)].length;

  test.each(["/", "/#terms"])(
    "%s is printed in dark text on white, without snow, trees and buttons",
    (path) =>
      onPaper({}, async (page) => {
        await page.goto(it.url + path);
        await see(page.getByRole("heading").first()).toBeVisible();
        await page.emulateMedia({ media: "print" });
        for (const ground of ["body", ".o-layout"])
          expect(await styleOf(page, ground, "background-image")).toBe("none");
        expect(await styleOf(page, "body", "background-color")).toBe("rgb(255, 255, 255)");
        expect(await styleOf(page, ".modal.show h2, h1", "color")).toBe("rgb(0, 0, 0)");
        for (const left of [".o-snowfall", ".o-treeline", ".btn", ".btn-close"])
          for (const one of await page.locator(left).all()) await see(one).toBeHidden();
      }),
  );

  test("the terms of use are printed whole, over several pages, without the screen behind them", () =>
    onPaper({}, async (page) => {
      await page.goto(`${it.url}/#terms`);
      await see(page.getByRole("heading", { name: /Contact/ })).toBeAttached();
      expect(await pagesOf(page)).toBeGreaterThan(3);
      await page.emulateMedia({ media: "print" });
      await see(landingHeading(page)).toBeHidden();
      const [last, end, clipped] = await page.evaluate<[number, number, boolean]>(`[
        document.querySelector(".modal .o-prose").getBoundingClientRect().bottom + scrollY,
        document.documentElement.scrollHeight,
        [...document.querySelectorAll(".modal, .modal *")].some((part) => getComputedStyle(part).overflowY !== "visible" && part.scrollHeight > part.clientHeight + 1),
      ]`);
      expect(last).toBeGreaterThan(sizes.desk.height * 2);
      expect(last).toBeLessThanOrEqual(end);
      expect(clipped).toBe(false);
    }));

  test("the answers of the FAQ are open on paper and closed again afterwards", () =>
    onPaper({}, async (page) => {
      await page.goto(`${it.url}/#faq`);
      const questions = page.locator("details");
      await see(questions.first()).toBeVisible();
      await page.evaluate(
        `addEventListener("beforeprint", () => { window.openOnPaper = document.querySelectorAll("details[open]").length; })`,
      );
      await page.pdf();
      expect(await page.evaluate("window.openOnPaper")).toBe(await questions.count());
      await see(page.locator("details[open]")).toHaveCount(0);
    }));

  test("a table of the back office is printed on wide pages with its header and all columns, without the navigation", () =>
    onPaper({}, async (page) => {
      await visitBackOffice(page, it.url, "table-pins");
      await see(page.getByRole("cell", { name: demoPin(1) }).first()).toBeVisible();
      const paper = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
      const sizes = [...paper.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
      expect(sizes.length).toBeGreaterThan(0);
      expect(sizes.filter(([, width, height]) => Number(width) < Number(height))).toEqual([]);
      await page.emulateMedia({ media: "print" });
      await see(page.getByRole("columnheader", { name: "PIN batch" })).toBeVisible();
      for (const left of [".o-sidebar", ".o-top-bar", ".o-table-controls", ".o-pager"])
        await see(page.locator(left).first()).toBeHidden();
      expect(
        await page.evaluate<boolean>(`(() => {
          const box = document.querySelector(".o-table-frame");
          return box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;
        })()`),
      ).toBe(true);
    }));
});

describe("snow on the landing page", () => {
  const flakeSize = 6;

  /** The number of pixels that a white flake changes if its middle is at `place`. */
  async function changedBy(page: Page, place: { x: number; y: number }): Promise<number> {
    const clip = { x: place.x - 6, y: place.y - 6, width: 12, height: 12 };
    const flake = (opacity: number) =>
      page.evaluate(`(() => {
        const flakes = document.querySelectorAll(".o-snowfall i");
        for (const flake of flakes) { flake.style.animation = "none"; flake.style.opacity = "0"; }
        Object.assign(flakes[0].style, { opacity: "${opacity}", inset: "${place.y - flakeSize / 2}px auto auto ${place.x - flakeSize / 2}px",
          inlineSize: "${flakeSize}px", blockSize: "${flakeSize}px" });
      })()`);
    await flake(0);
    const before = await pixelsAt(page, clip);
    await flake(1);
    const after = await pixelsAt(page, clip);
    const differs = (one: Pixels[number], other: Pixels[number]) =>
      one.some((part, index) => Math.abs(part - (other[index] ?? 0)) > 60);
    return after.filter((pixel, index) => differs(pixel, before[index] ?? pixel)).length;
  }

  test("snow is seen in the sky, but not between letters or on buttons", () =>
    onPage({ reducedMotion: "no-preference" }, async (page) => {
      await page.goto(it.url);
      await see(landingHeading(page)).toBeVisible();
      await page.evaluate("document.fonts.ready");
      const sky = await changedBy(page, { x: 12, y: 200 });
      expect(sky).toBeGreaterThan(20);
      const middleOfWord = (selector: string) =>
        page.evaluate<{ x: number; y: number }>(`(() => {
          const range = document.createRange();
          range.setStart(document.querySelector("${selector}").firstChild, 0);
          range.setEnd(document.querySelector("${selector}").firstChild, 5);
          const { left, top, width, height } = range.getClientRects()[0];
          return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
        })()`);
      for (const text of ["h1", "h1 + p"])
        expect(await changedBy(page, await middleOfWord(text))).toBeLessThan(sky / 2);
      for (const button of [/^Create an Account/, /^Sign In/, /How it works/]) {
        const box = await page.getByRole("link", { name: button }).boundingBox();
        if (!box) throw new Error("The button is not drawn");
        expect(
          await changedBy(page, { x: Math.round(box.x + 24), y: Math.round(box.y + box.height / 2) }),
        ).toBe(0);
      }
    }));

  test("no snow falls for visitors who prefer reduced motion", () =>
    onPage({}, async (page) => {
      await page.goto(it.url);
      await see(landingHeading(page)).toBeVisible();
      await see(page.locator(".o-snowfall")).toBeHidden();
    }));
});
