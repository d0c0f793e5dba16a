/** Adds pages to the server, with their own body parsers and headers, and with error pages. */
import type { FastifyInstance } from "fastify";
import { Failure } from "../failure.ts";
import { bindPage, type Page, type PageDeclaration, type PageOptions } from "./pages.ts";
import { acceptPageForms, answerPage, preparePages } from "./pageserver.ts";

/** A form has no files; 64 KiB hold the longest description in any script. */
const MAX_FORM_BYTES = 65_536;

/**
 * Serves `pages`, whose handlers need `deps`, beside the API: with their own body parsers and headers, and with error
 * pages.
 */
export async function mountPages<D>(
  app: FastifyInstance,
  pages: readonly Page<D>[],
  deps: D,
  options: PageOptions,
): Promise<void> {
  await app.register(async (scope) => {
    acceptPageForms(scope);
    preparePages(scope, options);
    for (const page of pages.map((one) => bindPage(one, deps)))
      scope.route({
        method: page.method,
        url: page.path,
        bodyLimit: MAX_FORM_BYTES,
        config: { whileFull: page.whileFull },
        handler: (request, reply) => answerPage(page, options, request, reply),
      });
    refuseOtherMethods(scope, pages);
  });
}

const METHODS = ["GET", "PUT", "POST", "DELETE", "PATCH"] as const;

/** Responds with 405 and Allow on pages that exist with other methods. */
function refuseOtherMethods(scope: FastifyInstance, pages: readonly PageDeclaration[]): void {
  for (const [url, group] of Map.groupBy(pages, ({ path }) => path)) {
    const known = new Set<string>(group.map(({ method }) => method));
    const allow = [...known, ...(known.has("GET") ? ["HEAD"] : [])].join(", ");
    scope.route({
      method: METHODS.filter((method) => !known.has(method)),
      url,
      handler: async (_request, reply) => {
        reply.header("allow", allow);
        const message = `This page supports ${allow}.`;
        throw new Failure("unsupported-method", "method-not-allowed", message);
      },
    });
  }
}
