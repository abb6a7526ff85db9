/**
 * Jest's order of the test files. Those that start a product come first: they take longest, however short they
 * are, and at the end no worker waits for one of them. The others follow as Jest orders them.
 */
import Sequencer from "@jest/test-sequencer";

export default class ProductFirst extends Sequencer {
  sort(tests) {
    const startsProduct = ({ path }) => /[/\\]e2e[/\\]/.test(path);
    return super.sort(tests).sort((one, other) => startsProduct(other) - startsProduct(one));
  }
}
