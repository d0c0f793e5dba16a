/** How the API's description lists resumable uploads, which the tus library answers. */
import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject } from "zod-openapi";

const tag = { tags: ["Resumable uploads"], security: [{ bearer: [] }, { query: [] }] };
const version = { "Tus-Resumable": z.literal("1.0.0") };
const offset = z.int().min(0).meta({ description: "Bytes that have arrived." });
const upload = z.object({ upload_id: z.string().max(32) });
const bytes = {
  "application/offset+octet-stream": { schema: z.string().meta({ format: "binary" }) },
};

/** Plain text: the protocol has no error body. */
const refusals = {
  401: { description: "The access token is missing, unknown, expired or revoked." },
  403: { description: "The token's scope does not allow it." },
  412: { description: "`Tus-Resumable` is missing or names another version." },
  429: { description: "Too many requests. Wait for `Retry-After` seconds." },
  500: { description: "An internal error, without detail." },
  503: { description: "The server is starting, stopping, or without its database." },
};
const missing = { 404: { description: "You have no such upload." } };

const create: ZodOpenApiOperationObject = {
  ...tag,
  operationId: "post_uploads",
  summary: "Begin a resumable upload",
  description:
    "The creation extension of the tus protocol 1.0. Use the id at the end of `Location` as `upload_id` of an episode. Access: anyone with a token. Scope: `publish`.",
  requestParams: {
    header: z.object({
      ...version,
      "Upload-Length": z.int().min(1).meta({ description: "Bytes of the file." }),
      "Upload-Metadata": z.string().max(4096).optional().meta({
        description: "Such as `filename` with its value in Base64.",
      }),
    }),
  },
  responses: {
    201: { description: "The upload is at `Location`." },
    ...refusals,
    400: { description: "A header is missing or wrong." },
    409: { description: "You have too many unused uploads." },
    413: { description: "The file is too large." },
    507: { description: "The server's storage is full." },
  },
};

const send: ZodOpenApiOperationObject = {
  ...tag,
  operationId: "patch_uploads_upload_id",
  summary: "Send the next bytes of an upload",
  description: "Access: who began the upload. Scope: `publish`.",
  requestParams: { path: upload, header: z.object({ ...version, "Upload-Offset": offset }) },
  requestBody: { required: true, content: bytes },
  responses: {
    204: { description: "They have arrived; `Upload-Offset` says how many in all." },
    ...refusals,
    ...missing,
    409: { description: "`Upload-Offset` is not where the upload stands." },
    415: { description: "The content type is not `application/offset+octet-stream`." },
    423: { description: "Another request is writing to this upload. Try again shortly." },
    507: { description: "The server's storage is full." },
  },
};

const state: ZodOpenApiOperationObject = {
  ...tag,
  operationId: "head_uploads_upload_id",
  summary: "Ask how many bytes of an upload have arrived",
  description: "The answer is in `Upload-Offset`. Access: who began the upload. Scope: `publish`.",
  requestParams: { path: upload, header: z.object(version) },
  responses: {
    200: { description: "`Upload-Offset` and `Upload-Length` tell how far it is." },
    ...refusals,
    ...missing,
    423: {
      description: "The server is starting, or another request is writing. Try again shortly.",
    },
  },
};

const remove: ZodOpenApiOperationObject = {
  ...tag,
  operationId: "delete_uploads_upload_id",
  summary: "Delete an upload that is not used",
  description: "Access: who began the upload. Scope: `publish`.",
  requestParams: { path: upload, header: z.object(version) },
  responses: { 204: { description: "It is gone." }, ...refusals, ...missing },
};

/** The paths of the tus protocol (tus.io/protocols). */
export const uploadPaths: Readonly<Record<string, ZodOpenApiPathItemObject>> = {
  "/v2/uploads": { post: create },
  "/v2/uploads/{upload_id}": { head: state, patch: send, delete: remove },
};
