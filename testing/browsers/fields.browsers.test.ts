import { beforeAll, describe, expect } from "@jest/globals";
import { demoPin, pinFile } from "../files/pin-file.ts";
import { addOrnaments } from "../people/ornaments.ts";
import { newParent } from "../people/parents.ts";
import { adminEmail, adminPassword } from "../product/running-product.ts";
import { inEachEngine, sizes, type Visited } from "./in-each-engine.ts";
import { button, byRole, field, heading, link } from "./page.ts";

/** Fields and dates, which each engine treats in another way. */

async function signIn({ page, url }: Visited) {
  await page.engine.goto(`${url}/admin/login`);
  await page.fill(field("Email"), adminEmail);
  await page.fill(field("Password"), adminPassword);
  await page.press(button("Sign in"));
  await page.see(heading("Pins Table"));
}

describe("presses after a field with a problem", () => {
  inEachEngine({ size: sizes.phone }, (it, test) => {
    test("a press on a link reaches it although the field that was left has a problem", async () => {
      const { page, url } = it;
      await page.engine.goto(`${url}/login`);
      await page.fill(field("Email"), "anna@nowhere");
      await page.press(link("Forgot password?"));
      await page.seeAddress(/\/forgot-password$/);
    });

    test("a press on a button reaches it although the PIN that was left has a problem", async () => {
      const { page, url, api } = it;
      const parent = await newParent(api, url, "press.parent@example.com");
      await page.engine.goto(`${url}/login`);
      await page.fill(field("Email"), parent.email);
      await page.fill(field("Password"), "Parent-2026");
      await page.press(button("Sign in"));
      await page.fill(byRole("textbox", "PIN"), "WNTR");
      await page.press(button("Give it a nickname"));
      await page.see(byRole("textbox", /Nickname/));
    });
  });
});

describe("fields of dates", () => {
  inEachEngine({ size: sizes.desk }, (it, test) => {
    beforeAll(() => it.page && signIn(it));

    test("a minute without a time says what is missing, and the log keeps its filter until it is whole", async () => {
      const { page, url } = it;
      await page.engine.goto(`${url}/admin/log?since=2026-11-01T12:00:00.000Z`);
      await page.press(button(/^Filters/));
      const from = field("Starting at");
      await page.seeValue(from, "11/01/2026 06:00 am");
      await page.fill(from, "11/20/2026");
      await page.press(heading("System action log"));
      await page.seeDescription(from, /Add a time, such as 5:10 pm\./);
      await page.seeText("From 11/01/26 06:00 am on");
      await page.fill(from, "11/20/2026 5:10 pm");
      await page.seeText("From 11/20/26 05:10 pm on");
      await page.seeValue(from, "11/20/2026 05:10 pm");
    });

    test("an empty field of a minute shows no value, and has a ring while it has the focus", async () => {
      const { page, url } = it;
      await page.engine.goto(`${url}/admin/log`);
      await page.press(button(/^Filters/));
      await page.seeValue(field("Ending at"), "");
      // WebKit paints the date of today in an empty field of its own kind.
      expect(await page.attributeOf(field("Ending at"), "type")).toBe("text");
      expect(await page.styleOf(field("Ending at"), "outline-style")).toBe("none");
      await page.press(field("Ending at"));
      expect(await page.styleOf(field("Ending at"), "outline-style")).toBe("solid");
    });

    test("the times of What changed are shown whole in a window of 1280 pixels", async () => {
      const { page, url } = it;
      await page.engine.goto(`${url}/admin/changes/pins`);
      for (const label of ["From", "To"]) {
        await page.see(field(label));
        expect(await page.isCutOff(field(label))).toBe(false);
      }
    });
  });
});

describe("a browser without a time zone", () => {
  inEachEngine({ size: sizes.desk, zone: "Etc/Unknown" }, (it, test) => {
    beforeAll(async () => {
      if (!it.page) return;
      await signIn(it);
      const token = await it.api.signInAdmin();
      await it.api.importPins(token, pinFile(3));
      const parent = await newParent(it.api, it.url, "zone.parent@example.com");
      await addOrnaments(it.api, parent, [{ pin: demoPin(1), name: "Fir tree" }]);
    });

    test("every page with dates shows them in UTC, and says so once", async () => {
      const { page, url } = it;
      // Firefox calls an unknown zone UTC, so there is nothing to say.
      const zone = await page.engine.run("return Intl.DateTimeFormat().resolvedOptions().timeZone");
      const said = zone === "UTC" ? 0 : 1;
      for (const [path, title] of [
        ["table-pins", "Pins Table"],
        ["table-users", "Users Table"],
        ["log", "System action log"],
        ["changes/pins", "What changed"],
        ["controls", "Settings"],
        [`pin/${demoPin(1)}`, new RegExp(demoPin(1))],
      ] as const) {
        await page.engine.goto(`${url}/admin/${path}`);
        await page.see(heading(title));
        expect((await page.text()).split("All times are in UTC.")).toHaveLength(said + 1);
      }
      await page.engine.goto(`${url}/admin/log`);
      await page.seeText("PIN registered");
    });
  });
});
