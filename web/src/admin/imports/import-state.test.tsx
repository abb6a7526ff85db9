import { expect, test } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import { ImportState } from "./import-state.tsx";

test("the counts of an import that was cut off are shown as lower bounds", () => {
  const counts = { rows: 440, added: 432, duplicates: 8, bad: 0 };
  const progress = {
    importId: "i",
    fileName: "pins.csv",
    state: "interrupted",
    bytes: 1,
    startedBy: null,
    startedAt: "2026-11-24T10:42:00.000Z",
    ...counts,
  } as const;
  render(
    <ImportState
      fileName="pins.csv"
      progress={progress}
      running={false}
      result={undefined}
      error={undefined}
    />,
  );
  expect(screen.getByRole("status").textContent).toContain(
    "was interrupted: at least 432 added, 8 already imported, 0 bad rows",
  );
});
