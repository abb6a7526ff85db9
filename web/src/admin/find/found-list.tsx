import type { MouseEvent } from "react";
import { LoadFailure } from "../page/loaded.tsx";
import { type FoundEntry, type FoundGroup, foundText } from "./found-entries.ts";
import type { Finding } from "./use-find.ts";

export interface FoundListProps {
  id: string;
  shown: boolean;
  finding: Finding;
  groups: readonly FoundGroup[];
  activeKey: string | undefined;
  optionId: (key: string) => string;
  onPoint: (key: string) => void;
  onFollow: (entry: FoundEntry, event: MouseEvent) => void;
}

/** The list below the search box: the results, that nothing was found, or why the search failed. */
export function FoundList(props: FoundListProps) {
  const { shown, finding, groups } = props;
  const { term, found, error } = finding;
  const loading = found === undefined && error === undefined;
  return (
    <>
      <p role="status" className="visually-hidden">
        {shown && (loading ? "Searching" : found && foundText(found))}
      </p>
      {/* A press must not take the focus from the field, or the list would close under it. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field handles the keys. */}
      <div className="o-found" hidden={!shown} onMouseDown={(event) => event.preventDefault()}>
        {loading && (
          <p className="o-found-note" aria-hidden="true">
            Searching…
          </p>
        )}
        {error !== undefined && shown && <LoadFailure error={error} refetch={finding.refetch} />}
        {found && groups.length === 0 && (
          <p className="o-found-note">
            Nothing found for <strong>{`“${term}”`}</strong>. Try part of an email or PIN.
          </p>
        )}
        <div id={props.id} role="listbox" aria-label="Found" hidden={groups.length === 0}>
          {groups.map((group) => (
            <FoundOptions key={group.kind} {...props} group={group} />
          ))}
        </div>
      </div>
    </>
  );
}

function FoundOptions(props: FoundListProps & { group: FoundGroup }) {
  const { group, activeKey, optionId, onPoint, onFollow } = props;
  const headingId = optionId(group.kind);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not fieldsets.
    <div role="group" aria-labelledby={headingId}>
      <div id={headingId} className="o-found-heading" role="presentation">
        {group.label}
      </div>
      {group.entries.map((entry) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the focus stays in the field, which has the keys.
        <div
          key={entry.key}
          id={optionId(entry.key)}
          role="option"
          aria-selected={entry.key === activeKey}
          className={entry.isTable ? "o-found-option o-found-all" : "o-found-option"}
          onMouseMove={() => onPoint(entry.key)}
          onClick={(event) => onFollow(entry, event)}
        >
          <span className="o-found-text">{entry.text}</span>
          {entry.note && <span className="o-found-more">{entry.note}</span>}
        </div>
      ))}
    </div>
  );
}
