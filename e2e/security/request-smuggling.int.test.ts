import { byTheGateway } from "./attackable-services.ts";
import { attackedProduct } from "./attacked-product.ts";
import { pipeliningSuite } from "./pipelining-suite.ts";
import { smugglingSuite } from "./smuggling-suite.ts";

/** Through the gateway in one process: nothing is sent again, and nothing is read in two ways. */
const it = attackedProduct();

smugglingSuite(it, byTheGateway(it), { oneOf: 8 });
pipeliningSuite(it, byTheGateway(it));
