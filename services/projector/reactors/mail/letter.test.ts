import { expect, test } from "@jest/globals";
import { defaultBrand } from "@ornament/contracts/domain/brand";
import { mailKinds } from "@ornament/contracts/domain/mail-kinds";
import { writeLetter } from "./letter.ts";

const publicUrl = "https://ornament.example";
const link = "https://ornament.example/x?token=a&b=1";

test.each(mailKinds)("the mail %s has a subject of one line, the sender and the contact", (kind) => {
  const letter = writeLetter({ kind, secret: "none", brand: defaultBrand, publicUrl });
  expect(letter.subject).toMatch(/^[^\r\n]{10,78}$/);
  for (const text of [letter.text, letter.html]) {
    expect(text).toContain(`the ${defaultBrand.name} team`);
    expect(text).toContain(defaultBrand.supportEmail);
  }
});

test.each(mailKinds)(
  "the mail %s has no article before the brand's name, which may begin with any letter",
  (kind) => {
    const brand = { ...defaultBrand, name: "Elfin" };
    const { subject, text } = writeLetter({ kind, secret: "none", brand, publicUrl });
    expect(`${subject} ${text}`).not.toMatch(/\ban? Elfin/i);
  },
);

test("the link of a mail is alone on its line and is escaped in HTML", () => {
  const { text, html } = writeLetter({
    kind: "activation-link",
    secret: { link },
    brand: defaultBrand,
    publicUrl,
  });
  expect(text.split("\n")).toContain(link);
  expect(html).toContain('href="https://ornament.example/x?token=a&amp;b=1"');
});

test("the code of a mail is alone on its line", () => {
  const { text, html } = writeLetter({
    kind: "consumer-reset-code",
    secret: { code: "012345" },
    brand: defaultBrand,
    publicUrl,
  });
  expect(text.split("\n")).toContain("012345");
  expect(html).toContain(">012345<");
});

test("links to pages use the product's own address", () => {
  const { text, html } = writeLetter({
    kind: "address-already-registered",
    secret: "none",
    brand: defaultBrand,
    publicUrl,
  });
  expect(text).toContain("https://ornament.example/forgot-password");
  expect(html).toContain('<a href="https://ornament.example/login">');
});

test("markup in the brand is shown as text", () => {
  const brand = { ...defaultBrand, name: 'Tom & "Co" <b>' };
  const { html } = writeLetter({ kind: "admin-invitation", secret: { link }, brand, publicUrl });
  expect(html).toContain("Tom &amp; &quot;Co&quot; &lt;b&gt;");
  expect(html).not.toContain("<b>");
});
