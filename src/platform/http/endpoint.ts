/** Types of all that the server mounts: a route of the API or a page, with their differences as data. */
import type { FastifyContextConfig, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { ConnectionErrorType, ErrorType } from "../errortypes.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** By default the API's. */
    kind?: RouteKind;
  }

  interface FastifyRequest {
    /** How a request that reached no path is answered; null: as the API does. */
    unknownKind: RouteKind | null;
  }
}

/** An error as its caller sees it, before it is rendered. */
export type ShownError = Readonly<{
  status: number;
  type: ErrorType | ConnectionErrorType;
  /** At least one complete sentence, or one `field: error` for each field. */
  messages: readonly string[];
  fields: Readonly<Record<string, string>> | null;
  request_id: string;
}>;

/** The body of an error response and its content type. */
export type ErrorBody = Readonly<{ type: string; text: string }>;

/** How the responses of a path differ from those of the API. What it does not set is as in the API. */
export type RouteKind = Readonly<{
  /** What error messages call the path. */
  noun?: "page";
  /** The headers of every response, errors included, instead of the API's. */
  headers?: Readonly<Record<string, string>>;
  /** Renders errors instead of the API's error body. */
  errorBody?: (error: ShownError, request: FastifyRequest) => ErrorBody;
  /** false: OPTIONS is refused like every other method that the path does not have. */
  answersOptions?: false;
}>;

/** A route or page of a running server. All of them pass the same hooks, in the order of `server.ts`. */
export type Endpoint = Readonly<{
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  maxBodyBytes: number;
  config: Readonly<FastifyContextConfig>;
  /** Admits the caller or refuses the request, before any of its body is read. */
  gate: NonNullable<RouteOptions["onRequest"]>;
  handler: (request: FastifyRequest, reply: FastifyReply) => unknown;
}>;
