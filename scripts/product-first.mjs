/**
 * Jest's order of the test files. Those that start a product come first: they take longest, however short they
 * are. The units come last: at the end no worker waits long for another one. Jest orders the files of a kind.
 */
import Sequencer from "@jest/test-sequencer";

const kinds = [/[/\\]e2e[/\\]/, /\.int\.test\./, /./];
const kindOf = ({ path }) => kinds.findIndex((kind) => kind.test(path));

export default class ProductFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => kindOf(one) - kindOf(other));
  }
}
