import { expect, test } from "@jest/globals";
import { type MailKind, mailKinds } from "@ornament/contracts/mails/kinds";
import { defaultBrand } from "@ornament/contracts/values/brand";
import { writeLetter } from "./letter.ts";

const publicUrl = "https://ornament.example";
const link = "https://ornament.example/x?token=a&b=1";

const request = {
  consumerId: 4096,
  act: "release-pin",
  code: "AB12CD3",
} as const;

/** Each mail's subject, its text down to the link or code, and the label of its button. */
const words: Record<MailKind, { subject: string; before: string[]; action?: string }> = {
  "activation-link": {
    subject: "Welcome to Ornament: please confirm your email",
    before: [
      "Ho ho hello!",
      "You are one step away from a season of video messages from Santa. Please confirm your email with this link, best on the phone or tablet you registered with:",
    ],
    action: "Confirm my email",
  },
  "address-already-registered": {
    subject: "You already have an account with Ornament",
    before: [
      "Hello again!",
      "Someone, most likely you, has just tried to create an account at Ornament with this email. You have one already, so nothing was changed.",
      "Sign in here: https://ornament.example/login",
      "Forgot your password? Choose a new one here: https://ornament.example/forgot-password",
    ],
  },
  "consumer-reset-code": {
    subject: "Your Ornament verification code",
    before: ["Hello!", "Here is the code to choose a new password:"],
  },
  "consumer-password-changed": {
    subject: "Your Ornament password was changed",
    before: [
      "Hello!",
      "The password of your account was just changed, and you were signed out everywhere. Please sign in with the new one: https://ornament.example/login",
    ],
  },
  "admin-invitation": {
    subject: "Your Ornament back office account",
    before: [
      "Welcome!",
      "An account for the Ornament back office was created for you. Set your password here:",
    ],
    action: "Set my password",
  },
  "admin-reset-link": {
    subject: "Set a new password for the Ornament back office",
    before: ["Hello!", "Choose a new password with this link:"],
    action: "Choose a new password",
  },
  "it-admin-asked": {
    subject: "Request to the IT Admins: Release the PIN AB12-CD3",
    before: [
      "Hello!",
      "You are asked for an act that only an IT Admin may do:",
      "Release the PIN AB12-CD3.",
      "The page of the consumer: https://ornament.example/admin/user-profile/4096",
    ],
  },
  "admin-password-changed": {
    subject: "Your Ornament back office password was changed",
    before: [
      "Hello!",
      "The password of your back office account was just changed; other sign-ins have ended.",
    ],
  },
};

test.each(mailKinds)("the mail %s has its subject, its first lines and its button, word by word", (kind) => {
  const { subject, before, action } = words[kind];
  const secret = action === undefined ? "none" : { link };
  const brand = { ...defaultBrand, name: "Ornament" };
  const letter = writeLetter({ kind, details: { request }, secret, brand, publicUrl });
  expect(letter.subject).toBe(subject);
  for (const text of [letter.text, letter.html]) {
    expect(text).toContain(`the ${brand.name} team`);
    expect(text).toContain(brand.supportEmail);
  }
  const lines = letter.text.split("\n\n");
  expect(lines.slice(0, before.length)).toEqual(before);
  expect(letter.html).toContain(`<title>${subject}</title>`);
  expect(/<a href=[^>]* style=[^>]*>([^<]*)<\/a>/.exec(letter.html)?.[1]).toBe(action);
});

test.each(mailKinds)(
  "the mail %s has no article before the brand's name, which may begin with any letter",
  (kind) => {
    const brand = { ...defaultBrand, name: "Elfin" };
    const { subject, text } = writeLetter({ kind, secret: "none", brand, publicUrl });
    expect(`${subject} ${text}`).not.toMatch(/\ban? Elfin/i);
  },
);

test("the code and the link of a mail are alone on their lines, the code first", () => {
  const { text, html } = writeLetter({
    kind: "consumer-reset-code",
    secret: { code: "012345", link },
    brand: defaultBrand,
    publicUrl,
  });
  expect(text.split("\n").filter((line) => ["012345", link].includes(line))).toEqual(["012345", link]);
  expect(html).toContain(">012345<");
  expect(html).toContain('href="https://ornament.example/x?token=a&amp;b=1"');
});

test("a reset code that staff had sent says so and asks to tell it to nobody", () => {
  const { text } = writeLetter({
    kind: "consumer-reset-code",
    details: { sentByStaff: true },
    secret: { code: "012345", link },
    brand: defaultBrand,
    publicUrl,
  });
  expect(text).toContain("Our support sends you the code to choose a new password:");
  expect(text).toContain("tell it to nobody");
  expect(text).not.toContain("where you asked for it");
});

const hostile =
  "Done\r\n\r\nYour session ended: https://evil.example www.evil.example evil.example <a href='//evil.example'>";

test.each(mailKinds)(
  "the mail %s has no text of a person, and its links lead to the product only, whatever a person wrote",
  (kind) => {
    const written = { ...request, reason: hostile };
    const details = { request: written };
    const { subject, text, html } = writeLetter({
      kind,
      details,
      secret: { link },
      brand: defaultBrand,
      publicUrl,
    });
    expect([subject, text, html].filter((part) => /evil|session ended/.test(part))).toEqual([]);
    expect(subject).not.toMatch(/[\r\n]/);
    const links = [...text.matchAll(/\S+:\/\/\S+/g), ...html.matchAll(/href="([^"]*)"/g)].map(
      ([all, href]) => href ?? all,
    );
    expect(links.filter((url) => !url.startsWith(`${publicUrl}/`))).toEqual([]);
  },
);

test("markup in the brand is shown as text", () => {
  const brand = { ...defaultBrand, name: 'Tom & "Co" <b>' };
  const { html } = writeLetter({ kind: "admin-invitation", secret: { link }, brand, publicUrl });
  expect(html).toContain("Tom &amp; &quot;Co&quot; &lt;b&gt;");
  expect(html).not.toContain("<b>");
});
