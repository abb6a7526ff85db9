import type { ChangedTableName } from "@ornament/contracts/action-log/columns";
import { changesPaths } from "@ornament/contracts/routes/back-office";
import { LineDrawing } from "../../ui/icon.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { useMay } from "../page/may.ts";
import { changesPath } from "../page/paths.ts";

const arrows = "M4 8.5h15l-4-4M20 15.5H5l4 4";

/** Leads from a table to its changes, for admins who may see them. */
export const WhatChangedLink = ({ table }: { table: ChangedTableName }) =>
  useMay(changesPaths.listChanges) && (
    <ButtonLink tone="quiet" to={changesPath(table)}>
      <LineDrawing shape={arrows} />
      What changed…
    </ButtonLink>
  );
