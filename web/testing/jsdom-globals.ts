import { TextDecoder, TextEncoder } from "node:util";

// Every browser has them and react-router uses them when it is loaded; jsdom has not.
Object.assign(globalThis, { TextDecoder, TextEncoder });
