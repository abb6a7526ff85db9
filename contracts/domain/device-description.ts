import Bowser from "bowser";

/** A user-agent string in words, e.g. "Safari on iPhone"; "Unknown device" if it names no known browser or system. */
export function describeDevice(userAgent: string | null | undefined): string {
  if (!userAgent) return "Unknown device";
  const { browser, os, platform } = Bowser.parse(userAgent);
  const name = browser.name?.replace(/ for Android$/, "");
  const place = platform.model || os.name;
  if (name && place) return `${name} on ${place}`;
  return name || place || "Unknown device";
}
