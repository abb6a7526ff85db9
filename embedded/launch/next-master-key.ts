/** The field of `secrets.json` with the new master key while the former one is being replaced. */
export const nextMasterKey = "MASTER_KEY_NEXT";
