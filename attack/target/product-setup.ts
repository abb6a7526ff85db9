/** Servers that are not the product's own, and the settings that lead to them. */
export interface OtherServers {
  readonly environment: Record<string, string>;
  stop(): Promise<void>;
}

/** How the product is started that is to be attacked. */
export interface ProductSetup {
  /** Every service as a process of its own. */
  readonly split: boolean;
  readonly environment?: Record<string, string>;
  /** Another command-api on the same log, so that callers meet in two processes. */
  readonly replica?: boolean;
  /** Starts servers that the product uses in place of its own. */
  readonly startOtherServers?: (dataDir: string) => Promise<OtherServers>;
}
