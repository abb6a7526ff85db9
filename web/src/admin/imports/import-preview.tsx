import type { JudgedRow } from "@ornament/contracts/imports/api";
import { Fragment } from "react";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { Banner } from "../../ui/messages/banner.tsx";
import { StateMark } from "../table/state-mark.tsx";
import { RowsLeftOut } from "./import-state.tsx";
import type { PinImportPreview } from "./imports-api.ts";

/** What an import of the file would do now: the counts, the first rows, and the rows that it would leave out. */
export function ImportPreview({ preview }: { preview: PinImportPreview }) {
  const { rows, added, existing, repeated, bad, first, fileName, errors } = preview;
  const counts = [
    ["New PINs, added as Not Registered", added],
    ["PINs that exist already and are not changed", existing],
    ["PINs that are twice in the file", repeated],
    ["Rows without a PIN", bad],
  ] as const;
  return (
    <div className="vstack gap-4">
      {added === 0 && <Banner tone="error">{preview.message}</Banner>}
      <dl className="o-facts o-numbers" aria-label="Verdicts">
        {counts.map(([title, count]) => (
          <Fragment key={title}>
            <dt>{title}</dt>
            <dd className="fw-semibold">{groupedNumber(count)}</dd>
          </Fragment>
        ))}
      </dl>
      {first.length > 0 && <FirstRows rows={first} all={rows} />}
      <p className="text-body-secondary mb-0 text-break">{`${readAs(preview)} ${batchText(preview)}`}</p>
      <RowsLeftOut errors={errors} all={existing + repeated + bad} />
      <p className="visually-hidden" role="status">
        {`${fileName} is checked: ${preview.message}`}
      </p>
    </div>
  );
}

function FirstRows({ rows, all }: { rows: readonly JudgedRow[]; all: number }) {
  const title = all > rows.length ? `The first ${rows.length} of ${groupedNumber(all)} rows` : "All rows";
  return (
    <div className="vstack gap-2">
      <h3 className="o-small-heading mb-0">{title}</h3>
      <dl className="o-facts" aria-label={title}>
        {rows.map((row) => (
          <Fragment key={row.line}>
            <dt className="o-numbers">Line {row.line}</dt>
            <dd className="hstack flex-wrap column-gap-3">
              <span className={row.verdict === "bad" ? "text-break" : "o-pin-code"}>
                {row.text || "(empty)"}
              </span>
              <Verdict row={row} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}

const tones = { added: "good", exists: "plain", repeated: "plain", bad: "bad" } as const;

const Verdict = ({ row: { verdict, batchName, reason } }: { row: JudgedRow }) => (
  <StateMark tone={tones[verdict]}>
    <span className="text-break">{reason ?? `new, in the batch ${batchName ?? ""}`}</span>
  </StateMark>
);

const separatorNames: Readonly<Record<string, string>> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "vertical bars (|)",
};
const encodingNames: Readonly<Record<string, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
};

const readAs = ({ separator, encoding }: PinImportPreview) =>
  `The file was read as ${encodingNames[encoding] ?? encoding} text with ${separatorNames[separator] ?? separator} between the cells.`;

const batchText = ({ header, column }: PinImportPreview) =>
  `The PINs are in the column ${header ? `“${header}”` : (column ?? 0) + 1}.`;
