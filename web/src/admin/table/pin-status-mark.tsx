import { LineDrawing } from "../../ui/icon.tsx";
import { StateMark } from "./state-mark.tsx";

const lock = "M6 11h12v9.5H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3";

/**
 * Registered or Not Registered. The badge "Blocked" tells a deactivated PIN from one that nobody has registered
 * yet.
 */
export function PinStatusMark({ registered, blocked }: { registered: boolean; blocked: boolean }) {
  return (
    <span className="o-pin-status">
      <StateMark tone={registered ? "good" : "plain"}>
        {registered ? "Registered" : "Not Registered"}
      </StateMark>
      {blocked && (
        <>
          {" "}
          <span className="badge">
            <LineDrawing shape={lock} />
            Blocked
          </span>
        </>
      )}
    </span>
  );
}
