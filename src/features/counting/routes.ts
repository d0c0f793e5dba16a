/** How this server counts, for everyone to read. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { anyone, route } from "../../platform/http/route.ts";
import { describeLists } from "./classifying.ts";
import { once } from "./lru.ts";
import { describeMethodology, methodology } from "./methodology.ts";

export const countingRoutes = ({ config }: Pick<Deps, "config">) => {
  // Reading the lists takes a moment, and they do not change while a process runs.
  const described = once(() => describeMethodology(config, describeLists(config.bots)));
  return [
    route({
      method: "GET",
      path: "/v2/methodology",
      tag: "Statistics",
      summary: "How downloads and ads are counted here",
      description: "The description of methodology that PTMG v2.3 asks for, from what is in force.",
      access: anyone,
      response: z.object({ methodology }),
      handle: () => ({ methodology: described() }),
    }),
  ];
};
