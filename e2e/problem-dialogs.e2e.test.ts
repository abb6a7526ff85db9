import { beforeAll, test } from "@jest/globals";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { addOrnaments, bindDevice, devices } from "@ornament/testing/people/ornaments";
import { newParent, type Parent } from "@ornament/testing/people/parents";
import { signInHeading, visitSignedIn } from "@ornament/testing/screens/consumer-site";
import { see } from "@ornament/testing/screens/see";
import { visitedProduct, visitorOfEachTest } from "@ornament/testing/screens/visited-product";

/** The dialog about a problem that the video player reports leads to the screen that solves it. */
const it = visitedProduct();
const signedIn = visitorOfEachTest(it, "phone");
const signedOut = visitorOfEachTest(it, "phone");
let parent: Parent;

beforeAll(async () => {
  const pin = demoPin(1);
  await it.api.importPins(await it.api.signInAdmin(), pinFile(3));
  parent = await newParent(it.api, it.url, "too.many@example.com");
  const { [pin]: pinId = 0 } = await addOrnaments(it.api, parent, [{ pin, name: "Tree" }]);
  await bindDevice(it.api, parent, pinId, devices.iPhone.userAgent);
  await it.api.call("PUT", "/api/user/select-pin", { token: parent.token, body: { pinId } });
});

test("the player's report of too many devices leads a signed-in parent to the devices to forget", async () => {
  const { page } = signedIn;
  await visitSignedIn(page, it.url, "pin-authorization", parent);
  await page.goto("about:blank");
  await page.goto(`${it.url}/#maximum-number-devices`);
  const problem = page.getByRole("dialog", { name: "Number of allowed devices exceeded" });
  await problem.getByRole("link", { name: "Choose devices to forget" }).click();
  await see(page).toHaveURL(`${it.url}/user/forget-device`);
  await see(problem).toBeHidden();
  await see(page.getByText(devices.iPhone.shownAs)).toBeVisible();
});

test("the player's report of too many devices asks a signed-out parent to sign in", async () => {
  const { page } = signedOut;
  await page.goto(`${it.url}/#maximum-number-devices`);
  const problem = page.getByRole("dialog", { name: "Number of allowed devices exceeded" });
  await problem.getByRole("link", { name: "Sign In" }).click();
  await see(signInHeading(page)).toBeVisible();
});

test("the player's report of a deactivated account offers to email and call customer care", async () => {
  const { page } = signedOut;
  await page.goto(`${it.url}/#deactivated`);
  const problem = page.getByRole("dialog", { name: "The user is not active" });
  await see(problem.getByRole("link", { name: "Email us" })).toHaveAttribute("href", /^mailto:/);
  await see(problem.getByRole("link", { name: "Call us" })).toHaveAttribute("href", /^tel:/);
});
