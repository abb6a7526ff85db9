/** One thing that the pointer or the keyboard does, as W3C WebDriver and WebDriver BiDi name it. */
export type Act =
  | { type: "pointerMove"; x: number; y: number }
  | { type: "pointerDown" | "pointerUp"; button: 0 }
  | { type: "keyDown" | "keyUp"; value: string }
  | { type: "pause"; duration: number };

/** The acts of one pointer or keyboard, in order. */
export interface Device {
  type: "pointer" | "key";
  id: string;
  actions: readonly Act[];
}

/** A started browser with one window. */
export interface Engine {
  /** The folder in which it saves files. */
  readonly downloads: string;
  goto(address: string): Promise<void>;
  /** The browser's Back. */
  back(): Promise<void>;
  /** Runs the body of a function in the page. Returns the text that it returns. */
  run(body: string): Promise<string>;
  act(device: Device): Promise<void>;
  /** Chooses a file in the file input that the CSS selector names. */
  attach(selector: string, path: string): Promise<void>;
  close(): Promise<void>;
}

export interface Settings {
  /** The size of the page. */
  size: { width: number; height: number };
  /** The value of the environment variable TZ. */
  zone: string;
}

/** A browser of this machine, or the reason why it can't be used. */
export interface FoundEngine {
  /** Its name with its version. */
  readonly name: string;
  /** The missing programs, in words; undefined if none is missing. */
  readonly missing?: string;
  start(settings: Settings): Promise<Engine>;
}
