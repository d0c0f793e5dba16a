/** Mounts the endpoint for agents at /mcp (Model Context Protocol, streamable HTTP), and says where it gets its tokens. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../../deps.ts";
import { unauthenticated } from "../../../platform/failure.ts";
import { baseUrlOf } from "../../../platform/http/origin.ts";
import { SCOPES } from "../../../platform/http/scopes.ts";
import { apiOf } from "./api.ts";
import { REQUEST_BYTES } from "./limits.ts";

const PATH = "/mcp";
const METADATA = "/.well-known/oauth-protected-resource";

/** RFC 9728 §3.1: with the path of the resource behind it, or without. */
const METADATA_PATHS = [METADATA, METADATA + PATH];

type Needs = Pick<Deps, "config" | "clock" | "log">;

/** Every request needs an access token, of the user's own or of an app, in `Authorization`. */
export async function mountAgents(app: FastifyInstance, deps: Needs): Promise<void> {
  const { publicUrl } = deps.config;
  await app.register(async (scope) => {
    // RFC 9728 §5.1: whoever lacks a valid token learns where to get one.
    scope.addHook("onSend", async (request, reply) => {
      if (reply.statusCode !== 401) return;
      const url = baseUrlOf(request, publicUrl) + METADATA + PATH;
      const sent = request.headers.authorization !== undefined;
      const error = sent ? `error="invalid_token", ` : "";
      reply.header("www-authenticate", `Bearer ${error}resource_metadata="${url}"`);
    });
    scope.route({
      method: ["GET", "POST", "DELETE"],
      url: PATH,
      exposeHeadRoute: false,
      bodyLimit: REQUEST_BYTES.value,
      // Before any of the body is read.
      onRequest: async (request) => requireToken(request),
      handler: (request, reply) => serve(app, deps, request, reply),
    });
  });
  for (const url of METADATA_PATHS)
    app.get(url, { exposeHeadRoute: false }, async (request, reply) => {
      const base = baseUrlOf(request, publicUrl);
      const metadata = {
        resource: base + PATH,
        authorization_servers: [base],
        scopes_supported: SCOPES,
        bearer_methods_supported: ["header"],
        resource_name: "Longwave",
      };
      return reply.type("application/json").send(JSON.stringify(metadata));
    });
}

function requireToken({ caller, headers }: FastifyRequest): void {
  if (caller === null || headers.authorization === undefined)
    throw unauthenticated("Agents need an access token in the header Authorization.");
}

async function serve(
  app: FastifyInstance,
  { clock, config, log }: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Loaded with the first request: most servers never get one.
  const [{ createMcpHandler }, { createAgentServer }] = await Promise.all([
    import("@modelcontextprotocol/server"),
    import("./server.ts"),
  ]);
  const api = apiOf(app, request, clock());
  const handler = createMcpHandler(() => createAgentServer(api), {
    maxSubscriptions: 0,
    onerror: (error) => log.debug({ err: error }, "agent request refused"),
  });
  const url = new URL(request.url, baseUrlOf(request, config.publicUrl));
  const { method } = request;
  const sent = new Request(url, { method, headers: headersOf(request) });
  const body = request.body === undefined ? {} : { parsedBody: request.body };
  const answer = await handler.fetch(sent, body);
  const text = await answer.text();
  for (const [name, value] of answer.headers)
    if (!/^(access-control-|content-length$)/.test(name)) reply.header(name, value);
  return reply.code(answer.status).header("cache-control", "no-store").send(text);
}

/** The body is passed on parsed, so its length is not. */
function headersOf({ headers }: FastifyRequest): Headers {
  const passed = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (typeof value === "string" && !/^(content-length|connection|transfer-encoding)$/.test(name))
      passed.set(name, value);
  return passed;
}
