import { changesAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { ComparedTableName } from "@ornament/contracts/read-models/compared-tables";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { useMay } from "../page/may.ts";
import { changesPath } from "../page/paths.ts";

/** Leads from a table to its changes, for admins who may see them. */
export const WhatChangedLink = ({ table }: { table: ComparedTableName }) =>
  useMay(changesAddresses.listChanges) && (
    <ButtonLink tone="quiet" to={changesPath(table)}>
      What changed…
    </ButtonLink>
  );
