import { demoPin, pinFile } from "../files/pin-file.ts";
import { mailTo, tokenOf } from "../people/parents.ts";
import { step } from "../suites/step.ts";
import { inEachEngine, sizes } from "./in-each-engine.ts";
import { button, byRole, field, heading, link } from "./page.ts";

/** The parent's main job. */
const email = "jamie.parent@example.com";
const password = "Reindeer-9";
const [emma, noah] = [demoPin(7), demoPin(8)];
const timeoutMs = 300_000;

inEachEngine({ size: sizes.phone }, (it, test) => {
  test(
    "a parent registers, confirms the email, enters two PINs, watches with each, and comes back from the player in between",
    async () => {
      const { page, url, api } = it;
      const { engine } = page;
      await api.importPins(await api.signInAdmin(), pinFile(40));
      await step("registers", async () => {
        await engine.goto(url);
        await page.press(link("Create an Account"));
        await page.choose(field("Birth month"), "May");
        await page.choose(field("Birth year"), "1988");
        await page.press(button("Continue"));
        await page.fill(field("Parent email"), email);
        await page.fill(field("Password"), password);
        await page.fill(field("Confirm password"), password);
        await page.press(byRole("checkbox", /I agree to the Terms of use/));
        await page.press(button("Create account"));
        await page.see(heading("Check your email"));
      });
      await step("confirms the email with the link of the mail", async () => {
        const mail = await mailTo(url, email, /confirm/i);
        await engine.goto(`${url}/user/verify-message?token=${encodeURIComponent(tokenOf(mail))}`);
        await page.see(heading("Your email is verified"));
        await page.press(link("Enter my ornament’s PIN"));
      });
      await step("enters the PIN with a nickname, and watches", async () => {
        await page.fill(byRole("textbox", "PIN"), emma.replace("-", "").toLowerCase());
        await page.see(byRole("textbox", "PIN"), { value: emma });
        await page.press(button("Give it a nickname"));
        await page.fill(byRole("textbox", /Nickname/), "Emma");
        await page.press(button("Light up my ornament"));
        await page.see(heading("Account created"));
        await page.press(link(/Watch now|Open the player/));
        await page.see(heading("Emma is ready"));
      });
      await step("comes back from the player and adds another ornament", async () => {
        await engine.goto(`${url}/user/pin-authorization`);
        await page.press(link("Add ornament"));
        await page.fill(byRole("textbox", "PIN"), noah);
        await page.press(button("Give it a nickname"));
        await page.fill(byRole("textbox", /Nickname/), "Noah");
        await page.press(button("Add ornament"));
        await page.see(heading("Ornament added"));
        await page.press(link("Choose an ornament"));
      });
      const other = async (name: string) => {
        await page.press(byRole("radio", new RegExp(name)));
        await page.see(byRole("radio", new RegExp(name)), { checked: true });
        await page.press(button("Watch"));
        await page.see(heading(`${name} is ready`));
      };
      await step("watches with the other ornament", () => other("Noah"));
      await step(
        "comes back from the player to the choice of ornaments, and watches with the first",
        async () => {
          await engine.back();
          await page.see(heading("Which ornament are you watching?"));
          await other("Emma");
        },
      );
      await step("signs out", async () => {
        await engine.back();
        await page.press(button("Sign out"));
        await page.see(heading("Sign in"));
        await page.see(undefined, { address: `${url}/login` });
      });
    },
    timeoutMs,
  );
});
