import type { playerSession } from "@ornament/contracts/devices/api";
import { daysUntilFirst, lastDay, seasonAt } from "@ornament/contracts/watching/season";
import type { z } from "zod";

type BoundDevice = Extract<z.output<typeof playerSession>, { status: "ok" }>;

/** The words of the page for a bound device, with the number of days and what it counts. */
export function greeting({ ornamentName, registeredAt }: BoundDevice, now: Date) {
  const season = seasonAt(now);
  const title = `${ornamentName || "Your ornament"} is ready`;
  if (season.phase !== "during") {
    const days = daysUntilFirst(season, now);
    const status = `Santa’s next message comes on December\u00a01, ${season.year}. Come back then, on this device.`;
    return { title, days, counted: days === 1 ? "day to go" : "days to go", status };
  }
  const registered = new Date(registeredAt);
  const first = registered < new Date(season.year, 11, 1) ? 1 : registered.getDate();
  const status = `Your videos begin on December\u00a0${first}.`;
  return { title, days: now.getDate(), counted: `of ${lastDay} days`, status };
}
