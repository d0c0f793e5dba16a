/** The public route that describes how this server counts. */
import { z } from "zod";
import { anyone, route } from "../../../platform/http/route.ts";
import type { MethodologyReader } from "./actions.ts";
import { methodology } from "./methodology.ts";

export const countingRoutes = [
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
    handle: (_call, { readMethodology }: MethodologyReader) => ({
      methodology: readMethodology(),
    }),
  }),
];
