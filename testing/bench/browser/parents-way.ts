import { setTimeout as pause } from "node:timers/promises";
import { mailTo, parentPassword, tokenOf } from "@ornament/testing/people/parents";
import type { Locator, Page } from "playwright";
import { millisecondsOf } from "../measure/one-by-one.ts";

/** The time in which a parent fills in one field, in milliseconds. */
const fieldMs = 1_000;

/** A parent's way through the screens, with the waits in milliseconds. */
export class ParentsWay {
  readonly #page: Page;
  readonly #url: string;
  /** The time from each tap until the next screen can be used. */
  readonly waits: number[] = [];
  taps = 0;

  constructor(page: Page, url: string) {
    this.#page = page;
    this.#url = url;
  }

  /** Opens the landing page. Resolves with the time until its buttons are painted. */
  openLandingPage(): Promise<number> {
    return millisecondsOf(async () => {
      await this.#page.goto(this.#url, { waitUntil: "commit" });
      // The styles make the button as high as a finger. Until they have arrived nothing is painted.
      await this.#page.evaluate(`new Promise((resolve) => {
        const look = () => {
          const button = document.querySelector('a[href="/verify-age"]');
          const isPainted = performance.getEntriesByName("first-contentful-paint").length > 0;
          if (isPainted && button?.getBoundingClientRect().height > 40) resolve();
          else requestAnimationFrame(look);
        };
        look();
      })`);
    });
  }

  /** From the landing page to the age check. */
  createAccount = () =>
    this.#tap(
      this.#page.getByRole("link", { name: "Create an Account" }),
      this.#page.getByLabel("Birth month"),
    );

  /** From the age check to the player. */
  async toPlayer(email: string, pin: string): Promise<void> {
    const page = this.#page;
    await this.#fillIn(page.getByLabel("Birth month"), (field) => field.selectOption("5"));
    await this.#fillIn(page.getByLabel("Birth year"), (field) => field.selectOption("1988"));
    await this.#tap(page.getByRole("button", { name: "Continue" }), page.getByLabel("Parent email"));
    await this.#fillIn(page.getByLabel("Parent email"), (field) => field.fill(email));
    for (const label of ["Password", "Confirm password"])
      await this.#fillIn(page.getByLabel(label, { exact: true }), (field) => field.fill(parentPassword));
    await this.#fillIn(page.getByRole("checkbox", { name: /I agree/ }), (field) => field.check());
    await this.#tap(
      page.getByRole("button", { name: "Create account" }),
      page.getByRole("heading", { name: "Check your email" }),
    );
    const token = tokenOf(await mailTo(this.#url, email, /confirm/i));
    const enterPin = page.getByRole("link", { name: /Enter my ornament/ });
    this.taps += 1;
    await this.#wait(async () => {
      await page.goto(`${this.#url}/user/verify-message?token=${encodeURIComponent(token)}`, {
        waitUntil: "commit",
      });
      await enterPin.waitFor();
    });
    const pinField = page.getByRole("textbox", { name: "PIN" });
    await this.#tap(enterPin, pinField);
    await this.#fillIn(pinField, (field) => field.fill(pin));
    const watch = page.getByRole("link", { name: /Watch now|Open the player/ });
    await this.#tap(page.getByRole("button", { name: "Light up my ornament" }), watch);
    await this.#tap(watch, page.getByRole("heading", { name: /is ready$/ }));
  }

  async #fillIn(field: Locator, fill: (field: Locator) => Promise<unknown>): Promise<void> {
    this.taps += 1;
    await fill(field);
    await pause(fieldMs);
  }

  /** Taps in the middle of a control. The search for its place is no wait of the parent. */
  async #tap(control: Locator, next: Locator): Promise<void> {
    await control.scrollIntoViewIfNeeded();
    const place = await control.boundingBox();
    if (!place) throw new Error(`${control} has no place on the screen`);
    this.taps += 1;
    await this.#wait(async () => {
      await this.#page.touchscreen.tap(place.x + place.width / 2, place.y + place.height / 2);
      await next.waitFor();
    });
  }

  async #wait(next: () => Promise<unknown>): Promise<void> {
    this.waits.push(await millisecondsOf(next));
  }
}
