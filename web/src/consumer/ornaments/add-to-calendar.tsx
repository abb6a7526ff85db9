import { useState } from "react";
import { useBrand } from "../../app/brand.ts";
import { saveFile } from "../../app/files/download.ts";
import { Icon } from "../../ui/icon.tsx";
import { Button } from "../../ui/press/button.tsx";
import { calendarFile } from "./calendar-file.ts";

/**
 * Saves a calendar file for December 1st of the year, which the phone or computer offers to add to its
 * calendar.
 */
export function AddToCalendar({ year, onSaved }: { year: number; onSaved: () => void }) {
  const { name } = useBrand();
  const [saved, setSaved] = useState(false);
  const save = () => {
    const { origin, hostname } = window.location;
    const text = calendarFile({
      uid: `first-video-${year}@${hostname}`,
      day: { year, month: 12, day: 1 },
      title: `${name}: the first video from Santa`,
      text: `Call the children and watch it together: ${origin}/`,
      link: `${origin}/`,
      remindAtHour: 8,
      madeAt: new Date(),
    });
    saveFile(new File([text], "first-video-from-santa.ics", { type: "text/calendar" }), "first-video.ics");
    setSaved(true);
    onSaved();
  };
  return (
    <div className="o-calendar">
      <Button tone="quiet" wide onClick={save}>
        <Icon name="calendar" /> Add to calendar
      </Button>
      <p className="o-hint" role="status">
        {saved && "Saved. Open the file to add December\u00a01st to your calendar."}
      </p>
    </div>
  );
}
