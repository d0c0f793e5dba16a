/** The route that tells admins how the installation is. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { route } from "../../../platform/http/route.ts";
import { serverAdmins } from "../../people/users/rights.ts";
import { readHealth } from "./actions.ts";
import { health } from "./schema.ts";

export const healthRoutes = [
  route({
    method: "GET",
    path: "/v2/admin/health",
    tag: "Administration",
    operationId: "getHealth",
    summary: "Check the server and what it depends on",
    description:
      "Each check says what it found, or what is wrong and how to mend it. The check of the media store writes a small file and removes it.",
    access: serverAdmins,
    scope: "basic",
    response: z.object({ health }),
    async handle({ caller }, deps: Deps) {
      return { health: await readHealth(deps, caller) };
    },
  }),
];
