import { attackedProduct } from "./attacked-product.ts";
import { smugglingSuite } from "./smuggling-suite.ts";

const it = attackedProduct({ flags: ["--split"] });

smugglingSuite(it, ({ url }) => ({ "command-api": url, "query-api": url, mailbox: url, player: url }));
