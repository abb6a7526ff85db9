import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { asItStood, whenFilled } from "@ornament/testing/calls/as-it-stood";
import { newParent } from "@ornament/testing/people/parents";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";
import { exitOf, runProgram } from "@ornament/testing/programs/run-program";
