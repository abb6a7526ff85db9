import type { ChangedMeanwhile } from "../app/api/changed-meanwhile.ts";
import { Banner } from "../ui/messages/banner.tsx";

/** Says that somebody else changed what is edited: who, and the changed fields as they are now. */
export function ChangedBanner(props: {
  change: ChangedMeanwhile | undefined;
  /** What the fields are called. */
  labels: Readonly<Record<string, string>>;
}) {
  const { change, labels } = props;
  return (
    <Banner tone="error">
      {change && (
        <>
          {change.message}
          <ul className="o-changes">
            {Object.entries(change.fields).map(([path, text]) => (
              <li key={path} className="o-break">
                <strong>{labels[path] ?? path}:</strong> {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  );
}
