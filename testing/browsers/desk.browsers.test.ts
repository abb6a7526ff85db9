import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@jest/globals";
import { parseCsv } from "../files/parse-csv.ts";
import { demoPin, pinFile } from "../files/pin-file.ts";
import { addOrnaments } from "../people/ornaments.ts";
import { newParent } from "../people/parents.ts";
import { adminEmail, adminPassword } from "../product/running-product.ts";
import { step } from "../suites/step.ts";
import { inEachEngine, sizes } from "./in-each-engine.ts";
import { button, byRole, field, heading, link } from "./page.ts";

/** The back office's main job. */
const timeoutMs = 300_000;
const email = "robin.parent@example.com";

inEachEngine({ size: sizes.desk }, (it, test) => {
  test(
    "an IT Admin imports PINs, searches them, deactivates two and undoes it, and exports the consumers",
    async () => {
      const { page, url, api } = it;
      const { engine } = page;
      const table = byRole("table", "Pins Table");
      const dialog = byRole("dialog", /./);
      await step("signs in", async () => {
        await engine.goto(`${url}/admin/login`);
        await page.fill(field("Email"), adminEmail);
        await page.fill(field("Password"), adminPassword);
        await page.press(button("Sign in"));
        await page.see(heading("Pins Table"));
      });
      await step("imports a file of PINs", async () => {
        const folder = mkdtempSync(join(tmpdir(), "pins-"));
        writeFileSync(join(folder, "winter.csv"), pinFile(40));
        await page.press(link("Settings"));
        await page.attach(field("CSV file"), join(folder, "winter.csv"));
        await page.press(button("Import"));
        await page.press(button("Add 40 PINs", dialog));
        await page.seeText("40 PINs added, 1 duplicate, 2 bad rows", dialog);
        await page.hit("escape");
        await page.seeNo(dialog);
        rmSync(folder, { recursive: true });
      });
      await step("searches a PIN and clears the search", async () => {
        await page.press(link("Pins"));
        await page.fill(byRole("searchbox", /./), demoPin(12));
        await page.seeText("Showing 1 to 1 of 1 entries");
        await page.seeText(demoPin(12), table);
        await page.fill(byRole("searchbox", /./), "");
        await page.seeText("Showing 1 to 10 of 40 entries");
      });
      await step("deactivates two PINs together", async () => {
        await page.press(byRole("checkbox", `Choose ${demoPin(1)}`));
        await page.press(byRole("checkbox", `Choose ${demoPin(2)}`));
        await page.press(button("Deactivate…"));
        await page.seeText("2 PINs will be deactivated.", dialog);
        await page.fill(field("Comment", dialog), "Stolen from the shop");
        await page.press(button("Deactivate 2 PINs", dialog));
        await page.seeText("Completed: 2 deactivated");
        await page.see(button(`Activate ${demoPin(1)}`));
      });
      await step("undoes it from the log", async () => {
        await page.press(link("System action Log"));
        const entry = byRole("row", /Stolen from the shop/);
        await page.press(button(/^Details of: /, entry));
        await page.press(button(/^Undo: /, entry));
        await page.seeText("2 PINs will be activated.", dialog);
        await page.fill(field("Comment", dialog), "They were found");
        await page.press(button("Change 2 PINs back", dialog));
        await page.see(byRole("row", /Undo of .*They were found/));
        await page.press(link("Pins"));
        await page.see(button(`Deactivate ${demoPin(1)}`));
      });
      await step("exports the consumers", async () => {
        const parent = await newParent(api, url, email);
        await addOrnaments(api, parent, [{ pin: demoPin(3), name: "Fir tree" }]);
        await page.press(link("Consumers"));
        await page.seeText(email, byRole("table", "Users Table"));
        await page.press(button("More"));
        await page.press(button("Export CSV"));
        const [head, row] = await parseCsv(await page.downloaded());
        expect(head?.[0]).toBe("Email address");
        expect(row).toEqual(expect.arrayContaining([email, demoPin(3), "Fir tree"]));
      });
    },
    timeoutMs,
  );
});
