/** Reads every form a write may come in (contract §1) into plain fields and files on disk. */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure, invalid } from "../failure.ts";
import type { Route, UploadedFile } from "./route.ts";

/** What a request carried. `hash` identifies it for Idempotency-Key. */
export type Body = {
  fields: Record<string, unknown>;
  files: Record<string, UploadedFile>;
  hash: string;
};

/** Replaces Fastify's parsers: empty bodies and `null` are fine, whatever their content type. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("remove", "remove");
  app.addContentTypeParser(
    /^application\/(.+\+)?json/,
    { parseAs: "string" },
    (request, body, done) => {
      const text = body.toString().trim();
      if (text === "" || text === "null") return done(null, {});
      parseJson(request, text, (error, value: unknown) =>
        error
          ? done(new Failure("invalid", "malformed-body", "The body is not well-formed JSON."))
          : done(null, value),
      );
    },
  );
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, fieldsOf(new URLSearchParams(body.toString()))),
  );
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) =>
    body.length === 0
      ? done(null, {})
      : done(
          new Failure(
            "unsupported",
            "unsupported-media-type",
            "Send multipart/form-data, application/x-www-form-urlencoded or application/json.",
          ),
        ),
  );
}

/** Of a parameter sent twice, the last counts. */
const fieldsOf = (params: URLSearchParams): Record<string, unknown> => Object.fromEntries(params);

/**
 * The parameters of a write: those of the query string, over them those of the body. Files are
 * streamed below `tmpDir` under their caps; the folder is gone when the request has ended.
 */
export async function readBody(
  request: FastifyRequest,
  route: Route,
  tmpDir: string,
): Promise<Body> {
  const query = request.query as Record<string, unknown>;
  if (request.isMultipart()) {
    const form = await readMultipart(request, route, tmpDir);
    return { ...form, fields: { ...query, ...form.fields } };
  }
  const given = request.body ?? {};
  if (typeof given !== "object" || Array.isArray(given))
    throw new Failure("invalid", "malformed-body", "The body must be an object of parameters.");
  const fields = { ...query, ...(given as Record<string, unknown>) };
  return { fields, files: {}, hash: hashOf(JSON.stringify(fields)) };
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

async function readMultipart(request: FastifyRequest, route: Route, tmpDir: string): Promise<Body> {
  const fields: Record<string, unknown> = {};
  const files: Record<string, UploadedFile> = {};
  const digest = createHash("sha256");
  const maxFile = Math.max(0, ...Object.values(route.files).map(({ maxBytes }) => maxBytes));
  const limits = {
    fieldSize: route.maxBodyBytes,
    fileSize: maxFile + 1,
    fields: 200,
    files: 10,
    parts: 210,
  };
  for await (const part of request.parts({ limits })) {
    if (part.type === "field") {
      if (part.valueTruncated) throw invalid({ [part.fieldname]: "is too long" });
      fields[part.fieldname] = part.value;
      digest.update(`${part.fieldname}=${String(part.value)}\n`);
      continue;
    }
    const file = await receive(request, part, route, tmpDir);
    if (file === null) continue;
    files[part.fieldname] = file.uploaded;
    digest.update(`${part.fieldname}:${file.hash}\n`);
  }
  return { fields, files, hash: digest.digest("hex") };
}

/** Streams one declared file to disk. Null: undeclared, or an empty file field of a browser form. */
async function receive(request: FastifyRequest, part: MultipartFile, route: Route, tmpDir: string) {
  const field = route.files[part.fieldname];
  if (field === undefined) {
    part.file.resume();
    return null;
  }
  const digest = createHash("sha256");
  const target = path.join(await requestFolder(request, tmpDir), `${part.fieldname}`);
  let bytes = 0;
  await pipeline(
    part.file,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > field.maxBytes) throw invalid({ [part.fieldname]: tooBig(field.maxBytes) });
        digest.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(target),
  );
  if (bytes === 0 && !part.filename) return null;
  const uploaded = { path: target, bytes, filename: part.filename ?? "" };
  return { uploaded, hash: digest.digest("hex") };
}

const tooBig = (maxBytes: number) => `must have at most ${maxBytes.toLocaleString("en")} bytes`;

const FOLDER = Symbol("upload folder");
type WithFolder = { [FOLDER]?: string };

async function requestFolder(request: FastifyRequest, tmpDir: string): Promise<string> {
  const holder = request as WithFolder;
  holder[FOLDER] ??= await mkdtemp(path.join(tmpDir, "upload-"));
  return holder[FOLDER];
}

/** Deletes what the request uploaded; the media store has moved out what it keeps. */
export async function discardUploads(request: FastifyRequest): Promise<void> {
  const folder = (request as WithFolder)[FOLDER];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
