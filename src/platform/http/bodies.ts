/** Parses every content type that a write accepts (contract §1) into plain fields and files on disk. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure } from "../failure.ts";
import { fieldsOf } from "./fields.ts";
import { parseJson } from "./json.ts";
import { type Form, type Intake, readMultipart } from "./multipart.ts";
import type { RouteDeclaration } from "./route.ts";

const malformed = (message: string) => new Failure("invalid", "malformed-body", message);
const unsupported = (message: string) =>
  new Failure("unsupported", "unsupported-media-type", message);
export const unsupportedMediaType = () =>
  unsupported("Send multipart/form-data, application/x-www-form-urlencoded or application/json.");

const URLENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";

/** Replaces Fastify's parsers: empty bodies and `null` are accepted with any content type. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(.+\+)?json(;|$)/,
    { parseAs: "string" },
    (_request, body, done) => attempt(() => jsonOf(body.toString()), done),
  );
  app.addContentTypeParser(URLENCODED, { parseAs: "string" }, (_request, body, done) =>
    attempt(() => fieldsOf(body.toString()), done),
  );
  // Left unread: `readBody` streams it after the request has been admitted.
  app.addContentTypeParser(MULTIPART, (_request, _stream, done) => done(null));
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) =>
    body.length === 0 ? done(null, {}) : done(unsupportedMediaType()),
  );
}

/** Passes the result of `read` to the callback of a body parser. */
function attempt(read: () => unknown, done: (error: Error | null, value?: unknown) => void): void {
  let value: unknown;
  try {
    value = read();
  } catch (error) {
    done(error as Error);
    return;
  }
  done(null, value);
}

function jsonOf(body: string): unknown {
  const text = body.replace(/^\ufeff/, "").trim();
  if (text === "" || text === "null") return {};
  try {
    return parseJson(text);
  } catch (error) {
    throw error instanceof Failure ? error : malformed("The body is not well-formed JSON.");
  }
}

/**
 * The parameters of a write: those of the query string, overridden by those of the body. Files are stored in a folder
 * below `tmpDir` until the caller of this function discards it.
 */
export async function readBody(
  request: FastifyRequest,
  route: RouteDeclaration,
  tmpDir: string,
  intake: Intake | null = null,
): Promise<Form> {
  const query = request.query as Record<string, unknown>;
  if (isMultipart(request) && hasContent(request)) {
    const form = await readMultipart(request.raw, route, tmpDir, intake);
    return { ...form, fields: { ...query, ...form.fields } };
  }
  const fields = { ...query, ...plainBody(request) };
  return { fields, files: {}, folder: null, reservation: null };
}

/** The fields of a body that is not multipart; none if there is no body. Throws `Failure` (400). */
export function plainBody(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const given = request.body ?? {};
  if (typeof given !== "object" || Array.isArray(given))
    throw malformed("The body must be a JSON object.");
  return given as Record<string, unknown>;
}

/** Refuses, before it is read, a body of another type than a browser's form has (415); multipart only `withFiles`. */
export function requireForm(request: FastifyRequest, withFiles: boolean): void {
  if (request.headers["content-type"] === undefined && !hasContent(request)) return;
  if (request.mediaType === URLENCODED || (withFiles && isMultipart(request))) return;
  throw unsupported(`Send the form as ${withFiles ? MULTIPART : URLENCODED}.`);
}

/** Whether the body is a form that may have files. */
export const isMultipart = (request: FastifyRequest): boolean => request.mediaType === MULTIPART;

/** RFC 9112 §6.3: without either header there is no body. */
export const hasContent = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
