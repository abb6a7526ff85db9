import { groupedNumber } from "../../ui/grouped-number.ts";
import { StateMark } from "./state-mark.tsx";

/** 'Used x of y': green within the limit, with a mark when no device is left, and red above the limit. */
export function DeviceUse({ used, limit }: { used: number; limit: number }) {
  const text = `Used ${groupedNumber(used)} of ${groupedNumber(limit)}`;
  if (used > limit)
    return (
      <StateMark tone="bad">
        {text}
        <span className="visually-hidden"> – over the limit</span>
      </StateMark>
    );
  return (
    <span className="o-device-count">
      <span>{text}</span>
      {used === limit && (
        <span className="o-device-full">
          <span className="visually-hidden"> – no device is left</span>
        </span>
      )}
    </span>
  );
}
