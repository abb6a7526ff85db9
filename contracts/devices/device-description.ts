import Bowser from "bowser";

/** Devices that people call by another name than that of their system. */
const consoles = /\b(PlayStation (?:Vita|\d)|Nintendo \w+|Xbox|Chromecast)\b/;
/** Its user agents look like those of a computer with Linux or of an Android tablet. */
const headset = /\b(Quest(?: \w+)?)\).* OculusBrowser\//;
const televisions: Readonly<Record<string, string>> = { Tizen: "Samsung TV", WebOS: "LG TV" };

/**
 * A user-agent string in words, e.g. "Safari on iPhone"; "Unknown device" if it names no browser or system of
 * this list. A browser with the name of its device is named once: "PlayStation 4".
 */
export function describeDevice(userAgent: string | null | undefined): string {
  if (!userAgent) return "Unknown device";
  const parsed = Bowser.parse(userAgent);
  const name = headset.test(userAgent) ? "Oculus Browser" : parsed.browser.name?.replace(/ for Android$/, "");
  const place = placeOf(userAgent, parsed);
  if (name && place) return name.startsWith(place) ? name : `${name} on ${place}`;
  return name || place || "Unknown device";
}

export type DeviceKind = "phone" | "tablet" | "tv" | "computer" | "unknown";

/** Players and television sets whose user agents look like those of Android tablets. */
const tvPlayers = /\b(?:AFT[A-Z0-9]+|BRAVIA|CrKey|Android TV|Google TV|Apple ?TV|HbbTV|SMART-TV|SmartTV)\b/i;

const kinds: Readonly<Record<string, DeviceKind>> = {
  mobile: "phone",
  tablet: "tablet",
  tv: "tv",
  desktop: "computer",
};

/** The kind of a device by its user agent. A game console counts as a television, a headset as unknown. */
export function kindOfDevice(userAgent: string | null | undefined): DeviceKind {
  if (!userAgent || headset.test(userAgent)) return "unknown";
  if (consoles.test(userAgent) || tvPlayers.test(userAgent)) return "tv";
  const { os, platform } = Bowser.parse(userAgent);
  if (os.name === "Chrome OS") return "computer";
  return kinds[platform.type ?? ""] ?? "unknown";
}

function placeOf(userAgent: string, { os, platform }: Bowser.Parser.ParsedResult): string | undefined {
  const [, ownName] = consoles.exec(userAgent) ?? headset.exec(userAgent) ?? [];
  if (ownName) return ownName;
  if (os.name === "Chrome OS") return "Chromebook";
  const television = platform.type === "tv" && os.name ? televisions[os.name] : undefined;
  return television ?? (platform.model || os.name);
}
