import { beforeAll, describe, expect } from "@jest/globals";
import { demoPin, pinFile } from "../files/pin-file.ts";
import { addOrnaments } from "../people/ornaments.ts";
import { newParent } from "../people/parents.ts";
import { adminEmail, adminPassword } from "../product/running-product.ts";
import { inEachEngine, sizes, type Visited } from "./in-each-engine.ts";
import { button, byRole, field, heading, link } from "./page.ts";

/** Fields and dates, which each engine treats in another way, and a table of the back office. */

async function signIn({ page, url, api }: Visited) {
  await api.importPins(await api.signInAdmin(), pinFile(40));
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
      await page.see(undefined, { address: /\/forgot-password$/ });
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

describe("the back office", () => {
  inEachEngine({ size: sizes.desk }, (it, test) => {
    beforeAll(() => it.page && signIn(it));

    test("an IT Admin searches a PIN, and deactivates two together", async () => {
      const { page } = it;
      const dialog = byRole("dialog", /./);
      await page.fill(byRole("searchbox", /./), demoPin(12));
      await page.see(undefined, { text: "Showing 1 to 1 of 1 entries" });
      await page.see(byRole("table", "Pins Table"), { text: demoPin(12) });
      await page.fill(byRole("searchbox", /./), "");
      await page.press(byRole("checkbox", `Choose ${demoPin(1)}`));
      await page.press(byRole("checkbox", `Choose ${demoPin(2)}`));
      await page.press(button("Deactivate…"));
      await page.fill(field("Comment", dialog), "Stolen from the shop");
      await page.press(button("Deactivate 2 PINs", dialog));
      await page.see(undefined, { text: "Completed: 2 deactivated" });
      await page.see(button(`Activate ${demoPin(1)}`));
    });

    test("a minute without a time says what is missing, and the log keeps its filter until it is whole", async () => {
      const { page, url } = it;
      await page.engine.goto(`${url}/admin/log?since=2026-11-01T12:00:00.000Z`);
      await page.press(button(/^Filters/));
      const from = field("Starting at");
      await page.see(from, { value: "11/01/2026 06:00 am" });
      await page.fill(from, "11/20/2026");
      await page.press(heading("System action log"));
      await page.see(from, { description: /Add a time, such as 5:10 pm\./ });
      await page.see(undefined, { text: "From 11/01/26 06:00 am on" });
      await page.fill(from, "11/20/2026 5:10 pm");
      await page.see(undefined, { text: "From 11/20/26 05:10 pm on" });
      await page.see(from, { value: "11/20/2026 05:10 pm" });
    });

    test("an empty field of a minute shows no value, and has a ring while it has the focus", async () => {
      const { page, url } = it;
      await page.engine.goto(`${url}/admin/log`);
      await page.press(button(/^Filters/));
      // WebKit paints the date of today in an empty field of its own kind.
      await page.see(field("Ending at"), { value: "", type: "text", outline: "none" });
      await page.press(field("Ending at"));
      await page.see(field("Ending at"), { outline: "solid" });
    });

    test("the times of What changed are shown whole in a window of 1280 pixels", async () => {
      const { page, url } = it;
      await page.engine.goto(`${url}/admin/changes/pins`);
      for (const label of ["From", "To"]) await page.see(field(label), { isCutOff: false });
    });
  });
});

describe("a browser without a time zone", () => {
  inEachEngine({ size: sizes.desk, zone: "Etc/Unknown" }, (it, test) => {
    beforeAll(() => it.page && signIn(it));

    test("every page with dates shows them in UTC, and says so once", async () => {
      const { page, url, api } = it;
      const parent = await newParent(api, url, "zone.parent@example.com");
      await addOrnaments(api, parent, [{ pin: demoPin(1), name: "Fir tree" }]);
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
        expect((await page.look()).text.split("All times are in UTC.")).toHaveLength(said + 1);
      }
      await page.engine.goto(`${url}/admin/log`);
      await page.see(undefined, { text: "PIN registered" });
    });
  });
});
