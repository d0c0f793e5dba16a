/** Serves the API description for programs, `/openapi.json`. */
import { sendKept } from "../kepttext.ts";
import { anyone, JSON_TYPE, rawRoute } from "../route.ts";
import type { DescribedApi } from "./actions.ts";

export const descriptionRoutes = [
  rawRoute({
    method: "GET",
    path: "/openapi.json",
    tag: "Reference",
    operationId: "getOpenapiDocument",
    summary: "Get this API description as an OpenAPI 3.1 document",
    access: anyone,
    contentType: "application/json",
    async handle({ request, reply, baseUrl }, { describedApi }: DescribedApi) {
      const text = await describedApi(baseUrl);
      return sendKept(request, reply.type(JSON_TYPE), text);
    },
  }),
];
