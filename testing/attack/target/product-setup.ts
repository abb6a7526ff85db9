/** Servers that are not parts of the product, and the settings that lead to them. */
export interface OtherServers {
  readonly environment: Record<string, string>;
  stop(): Promise<void>;
}

/** The start of the product for an attack. */
export interface ProductSetup {
  /** Runs every service as a separate process. */
  readonly split: boolean;
  readonly environment?: Record<string, string>;
  /** Starts servers that the product uses in place of its own. */
  readonly startOtherServers?: (dataDir: string) => Promise<OtherServers>;
}
