import { describe, expect, test } from "@jest/globals";
import { emailProblem, normaliseEmail } from "./email.ts";
import { asOneLine, beginningOf, withoutHidden, withoutTurning, withoutUnseen } from "./hidden-characters.ts";
import { playerUrlProblem } from "./settings.ts";
import { commentInput, lineOfText, turnedTextMessage } from "./text.ts";

const char = (code: string) => String.fromCodePoint(Number.parseInt(code, 16));
const turning = ["202A", "202B", "202C", "202D", "202E", "2066", "2067", "2068", "2069"];
const unseen = ["AD", "61C", "200B", "200E", "200F", "2060", "206A", "3164", "FEFF", "FFA0", "FFFB"];
const family = "👨‍👩‍👧‍👦";
const england = "🏴󠁧󠁢󠁥󠁮󠁧󠁿";
const persian = "می‌خواهم";

const messageOf = (schema: ReturnType<typeof lineOfText> | typeof commentInput, text: string) =>
  schema.safeParse(text).error?.issues[0]?.message;

describe("hidden characters in entered texts", () => {
  test.each(turning)("a name or a comment with U+%s is refused with a message", (code) => {
    expect(messageOf(lineOfText(20), `Tr${char(code)}ee`)).toBe(turnedTextMessage);
    expect(messageOf(commentInput, `Lo${char(code)}st`)).toBe(turnedTextMessage);
  });

  test.each(unseen)("U+%s is removed from a name and a comment", (code) => {
    expect(lineOfText(20).parse(`${char(code)} Tr${char(code)}ee`)).toBe("Tree");
    expect(commentInput.parse(`Lo${char(code)}st ${char(code)}`)).toBe("Lost");
  });

  test.each(["0", "7", "1B", "7F", "85", "D800", "DC00"])(
    "a name, a comment and a player link with U+%s are refused with a message",
    (code) => {
      expect(messageOf(lineOfText(20), `Tr${char(code)}ee`)).toMatch(/control characters are not allowed/i);
      expect(messageOf(commentInput, `Lo${char(code)}st`)).toBe("Control characters are not allowed");
      expect(playerUrlProblem(`https://player.example/${char(code)}x`)).toMatch(/hidden characters/);
    },
  );

  test("a comment may have line breaks and tabs, and a name may not", () => {
    expect(commentInput.parse("Lost:\r\n\tstolen")).toBe("Lost:\r\n\tstolen");
    expect(messageOf(lineOfText(20), "Tr\nee")).toMatch(/Line breaks/);
  });

  test.each([family, england, persian, "דוד", "علي", "❤️", "Zoë-Ann O’Neil"])(
    "the name %s stays as it is",
    (name) => {
      expect(lineOfText(30).parse(name)).toBe(name);
      expect(withoutHidden(name)).toBe(name);
    },
  );

  test("a comment of hidden characters only is too short", () => {
    expect(messageOf(commentInput, char("200B").repeat(10))).toBe("At least 2 characters");
  });

  test("an email that was copied with hidden characters is the same email", () => {
    const copied = `${char("202A")}Parent@example.com${char("202C")}${char("200B")}`;
    expect(emailProblem(copied)).toBeUndefined();
    expect(normaliseEmail(copied)).toBe("parent@example.com");
  });

  test("a player link with hidden characters is refused", () => {
    expect(playerUrlProblem(`https://player.example/${char("202E")}x`)).toMatch(/hidden characters/);
    expect(playerUrlProblem("https://player.example/x")).toBeUndefined();
  });
});

describe("hidden characters in stored texts", () => {
  test("characters that change the order of letters are removed from a text, and nothing else is", () => {
    const all = turning.map((code) => `a${char(code)}`).join("");
    expect(withoutTurning(`${all}${family}${char("200E")}`)).toBe(`aaaaaaaaa${family}${char("200E")}`);
    expect(withoutUnseen(`a${char("200E")}${char("202E")}`)).toBe(`a${char("202E")}`);
  });

  test("a line from a browser or a file has no control characters, no hidden characters and no half of a character", () => {
    expect(asOneLine("Safari\uD83D on\uDE00 iPhone 🎄")).toBe("Safari  on  iPhone 🎄");
    expect(asOneLine(`Safari${char("202E")}\u0007 on${char("FEFF")}\u2028iPhone`)).toBe("Safari  on iPhone");
  });

  test("the beginning of a text ends before a character that would be cut in half", () => {
    expect(beginningOf("ab🎄", 3)).toBe("ab");
    expect(beginningOf("ab🎄", 4)).toBe("ab🎄");
    expect(beginningOf("abc", 2)).toBe("ab");
  });
});
