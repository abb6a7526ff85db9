import Bowser from "bowser";

/** Devices that people call by another name than that of their system. */
const consoles = /\b(PlayStation (?:Vita|\d)|Nintendo \w+|Xbox)\b/;
const televisions: Readonly<Record<string, string>> = { Tizen: "Samsung TV", WebOS: "LG TV" };

/**
 * A user-agent string in words, e.g. "Safari on iPhone"; "Unknown device" if it names no browser or system of
 * this list. A browser with the name of its device is named once: "PlayStation 4".
 */
export function describeDevice(userAgent: string | null | undefined): string {
  if (!userAgent) return "Unknown device";
  const parsed = Bowser.parse(userAgent);
  const name = parsed.browser.name?.replace(/ for Android$/, "");
  const place = placeOf(userAgent, parsed);
  if (name && place) return name.startsWith(place) ? name : `${name} on ${place}`;
  return name || place || "Unknown device";
}

function placeOf(userAgent: string, { os, platform }: Bowser.Parser.ParsedResult): string | undefined {
  const [, gameConsole] = consoles.exec(userAgent) ?? [];
  if (gameConsole) return gameConsole;
  if (os.name === "Chrome OS") return "Chromebook";
  const television = platform.type === "tv" && os.name ? televisions[os.name] : undefined;
  return television ?? (platform.model || os.name);
}
