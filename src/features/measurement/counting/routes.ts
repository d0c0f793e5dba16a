/** The public route that describes how this server counts. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { anyone, route } from "../../../platform/http/route.ts";
import { describeLists } from "./classifying.ts";
import { lazy } from "./memoize.ts";
import { describeMethodology, methodology } from "./methodology.ts";

export const countingRoutes = ({ config }: Pick<Deps, "config">) => {
  // Reading the lists takes a moment, and they do not change while a process runs.
  const described = lazy(() => describeMethodology(config, describeLists(config.bots)));
  return [
    route({
      method: "GET",
      path: "/v2/methodology",
      tag: "Statistics",
      operationId: "getMethodology",
      summary: "Get the counting methodology",
      description:
        "How this server counts downloads and ads: the description of methodology that PTMG v2.3 asks for, generated from the rules in force.",
      access: anyone,
      response: z.object({ methodology }),
      handle: () => ({ methodology: described() }),
    }),
  ];
};
