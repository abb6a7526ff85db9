import type { ChangedMeanwhile } from "../app/api/changed-meanwhile.ts";
import { Banner } from "../ui/messages/banner.tsx";

/** Says who else changed the edited thing, and shows the present values of the changed fields. */
export function ChangedBanner(props: {
  change: ChangedMeanwhile | undefined;
  /** The labels of the fields. */
  labels: Readonly<Record<string, string>>;
}) {
  const { change, labels } = props;
  return (
    <Banner tone="error">
      {change && (
        <>
          <span>{change.message}</span>
          <ul className="mt-2 mb-0 ps-4">
            {Object.entries(change.fields).map(([path, text]) => (
              <li key={path} className="text-break">
                <strong>{labels[path] ?? path}:</strong> <span>{text}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  );
}
