import { byTheGateway } from "./attackable-services.ts";
import { attackedProduct } from "./attacked-product.ts";
import { pipeliningSuite } from "./pipelining-suite.ts";
import { smugglingSuite } from "./smuggling-suite.ts";

/**
 * Through the gateway to services in other processes: callers share connections, and nobody gets another's
 * answer.
 */
const it = attackedProduct({ flags: ["--split"] });

smugglingSuite(it, byTheGateway(it));
pipeliningSuite(it, byTheGateway(it));
