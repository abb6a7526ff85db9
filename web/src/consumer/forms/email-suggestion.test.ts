import { expect, test } from "@jest/globals";
import { suggestedEmail } from "./email-suggestion.ts";

test.each([
  ["anna@gmial.com", "anna@gmail.com"],
  ["anna@gmai.com", "anna@gmail.com"],
  ["anna@gmaill.com", "anna@gmail.com"],
  ["anna@gmail.con", "anna@gmail.com"],
  ["anna@gmail.co", "anna@gmail.com"],
  ["anna@gmial.cmo", "anna@gmail.com"],
  ["anna@gmail", "anna@gmail.com"],
  [" Anna.Lee@Gmial.Com ", "anna.lee@gmail.com"],
  ["sam@yaho.com", "sam@yahoo.com"],
  ["sam@hotmial.com", "sam@hotmail.com"],
  ["sam@outlok.com", "sam@outlook.com"],
  ["sam@icould.com", "sam@icloud.com"],
  ["sam@concast.net", "sam@comcast.net"],
  ["sam@aol.con", "sam@aol.com"],
  ["sam@smith-family.con", "sam@smith-family.com"],
])("%s was probably meant to be %s", (typed, meant) => expect(suggestedEmail(typed)).toBe(meant));

const meantAsTyped = [
  "anna@gmail.com ANNA@GMAIL.COM anna@yahoo.com anna@aol.com anna@att.net anna@me.com anna@ymail.com",
  "anna@mail.com anna@email.com anna@fastmail.com anna@protonmail.com anna@hotmail.co.uk anna@yahoo.ca",
  "anna@gmx.net anna@example.com anna@school.edu anna@startup.co anna@ @gmial.com gmial.com",
].flatMap((line) => line.split(" "));

test.each([...meantAsTyped, ""])("nothing is suggested instead of %p", (typed) =>
  expect(suggestedEmail(typed)).toBeUndefined(),
);
