/** Describes resumable uploads, which the tus library serves, for the API description. */
import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject } from "zod-openapi";

const tag = { tags: ["Resumable uploads"], security: [{ bearer: [] }, { query: [] }] };
const version = {
  "Tus-Resumable": z.literal("1.0.0").meta({ description: "Version of the tus protocol." }),
};
const offset = z.int().min(0).meta({ description: "Number of bytes received so far." });
const upload = z.object({ upload_id: z.string().max(32) });
const bytes = {
  "application/offset+octet-stream": { schema: z.string().meta({ format: "binary" }) },
};

/** Plain text: the protocol has no error body. */
const refusals = {
  401: { description: "The access token is missing, unknown, expired or revoked." },
  403: { description: "The token's scope does not allow it." },
  412: { description: "`Tus-Resumable` is missing or names another version." },
  429: { description: "Too many requests. Wait for the seconds in `Retry-After`." },
  500: { description: "An internal error. The answer gives no details." },
  503: { description: "The server is starting or stopping, or its database is unavailable." },
};
const missing = { 404: { description: "You have no such upload." } };

const create: ZodOpenApiOperationObject = {
  ...tag,
  operationId: "createUpload",
  summary: "Start a resumable upload",
  description:
    "Part of the tus protocol 1.0 (creation extension). Send the id at the end of `Location` as the `upload_id` of an episode.\n\nAccess: anyone with a token. Scope: `publish`.",
  requestParams: {
    header: z.object({
      ...version,
      "Upload-Length": z.int().min(1).meta({ description: "Size of the file in bytes." }),
      "Upload-Metadata": z.string().max(4096).optional().meta({
        description: "Key and value pairs, such as `filename` with its value in Base64.",
      }),
    }),
  },
  responses: {
    201: { description: "The URL of the upload is in `Location`." },
    ...refusals,
    400: { description: "A header is missing or wrong." },
    409: { description: "You have too many unused uploads." },
    413: { description: "The file is too large." },
    507: { description: "The server's storage is full." },
  },
};

const send: ZodOpenApiOperationObject = {
  ...tag,
  operationId: "appendToUpload",
  summary: "Append bytes to an upload",
  description: "Access: the user who started the upload. Scope: `publish`.",
  requestParams: { path: upload, header: z.object({ ...version, "Upload-Offset": offset }) },
  requestBody: { required: true, content: bytes },
  responses: {
    204: { description: "The bytes were received; `Upload-Offset` is the total." },
    ...refusals,
    ...missing,
    409: { description: "`Upload-Offset` does not match the bytes received so far." },
    413: { description: "The bytes go beyond the size announced for the upload." },
    415: { description: "The content type is not `application/offset+octet-stream`." },
    423: { description: "Another request is writing to this upload. Try again shortly." },
    507: { description: "The server's storage is full." },
  },
};

const state: ZodOpenApiOperationObject = {
  ...tag,
  operationId: "getUploadOffset",
  summary: "Get the number of bytes received for an upload",
  description:
    "The number is in `Upload-Offset`.\n\nAccess: the user who started the upload. Scope: `publish`.",
  requestParams: { path: upload, header: z.object(version) },
  responses: {
    200: {
      description:
        "`Upload-Offset` is the number of bytes received, `Upload-Length` the size of the file.",
    },
    ...refusals,
    ...missing,
    423: {
      description: "The server is starting, or another request is writing. Try again shortly.",
    },
  },
};

const remove: ZodOpenApiOperationObject = {
  ...tag,
  operationId: "deleteUpload",
  summary: "Delete an unused upload",
  description: "Access: the user who started the upload. Scope: `publish`.",
  requestParams: { path: upload, header: z.object(version) },
  responses: { 204: { description: "The upload was deleted." }, ...refusals, ...missing },
};

/** The paths of the tus protocol (tus.io/protocols). */
export const uploadPaths: Readonly<Record<string, ZodOpenApiPathItemObject>> = {
  "/v2/uploads": { post: create },
  "/v2/uploads/{upload_id}": { head: state, patch: send, delete: remove },
};
