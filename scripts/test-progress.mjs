/**
 * Jest's reporter for `npm test`: prints a line for each file that ends, and a line every 15 seconds while
 * none does, so that a hanging test is noticed.
 */
import { relative } from "node:path";

const quietMilliseconds = 15_000;

export default class TestProgress {
  #root;
  #running = new Map();
  #ended = 0;
  #total = 0;
  #lastLine = performance.now();
  #clock;

  constructor({ rootDir }) {
    this.#root = rootDir;
  }

  onRunStart({ numTotalTestSuites }) {
    this.#total = numTotalTestSuites;
    this.#clock = setInterval(() => this.#sayWhatRuns(), 1_000);
    this.#clock.unref();
  }

  onTestFileStart({ path }) {
    this.#running.set(path, performance.now());
  }

  onTestFileResult({ path }, result) {
    const milliseconds = performance.now() - (this.#running.get(path) ?? performance.now());
    this.#running.delete(path);
    this.#ended += 1;
    const failed = result.numFailingTests > 0 || result.testExecError !== undefined;
    const count = `${String(this.#ended).padStart(String(this.#total).length)}/${this.#total}`;
    const outcome = failed ? "FAILED" : result.skipped || result.numPassingTests === 0 ? "skipped" : "passed";
    this.#line(`${count}  ${outcome}  ${seconds(milliseconds).padStart(7)}  ${this.#name(path)}`);
    if (failed) this.#line(result.failureMessage ?? "It could not run.");
    for (const { message } of result.console ?? []) if (message.startsWith("Skipped:")) this.#line(message);
  }

  onRunComplete() {
    clearInterval(this.#clock);
  }

  #sayWhatRuns() {
    if (performance.now() - this.#lastLine < quietMilliseconds || this.#running.size === 0) return;
    const files = [...this.#running].map(
      ([path, since]) => `${this.#name(path)} (${seconds(performance.now() - since)})`,
    );
    this.#line(`Running: ${files.join(", ")}; ${this.#total - this.#ended} of ${this.#total} files left`);
  }

  #name(path) {
    return relative(this.#root, path);
  }

  #line(text) {
    this.#lastLine = performance.now();
    process.stdout.write(`${text}\n`);
  }
}

const seconds = (milliseconds) => `${(milliseconds / 1_000).toFixed(1)} s`;
