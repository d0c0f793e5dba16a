/** Serves images under content-based names. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { noneMatch } from "../../../platform/http/caching.ts";
import { anyone, rawRoute } from "../../../platform/http/route.ts";
import { digestOf } from "../../../platform/media/key.ts";
import { MissingFile } from "../../../platform/media/store.ts";
import { COVER_NAME, type Covers } from "./covers.ts";
import { typeOf } from "./rules.ts";

const NAME = /^[0-9a-f]{64}\.(jpg|png)$/;

const IMMUTABLE = "public, max-age=31536000, immutable";

export const imageRoutes = [
  rawRoute({
    method: "GET",
    path: "/media/images/:name",
    tag: "Media",
    operationId: "getImage",
    summary: "Get an image",
    description: "The URL comes from a record. The file behind a URL never changes.",
    access: anyone,
    params: z.object({ name: z.string().max(80).regex(NAME) }),
    contentType: "image/*",
    async handle({ params, request, reply }, { media }: Deps) {
      const key = `images/${params.name}`;
      const found = await media.find(key);
      if (found === null) throw notFound("picture");
      const etag = `"${digestOf(key)}"`;
      reply.header("etag", etag).header("cache-control", IMMUTABLE);
      if (noneMatch(request.headers["if-none-match"], etag)) return reply.code(304).send();
      reply.type(typeOf(key)).header("content-length", found.bytes);
      return reply.send(await media.read(key).catch(sweptMeanwhile));
    },
  }),
  rawRoute({
    method: "GET",
    path: "/media/covers/:name",
    tag: "Media",
    operationId: "getDefaultCover",
    summary: "Get a default cover",
    description:
      "Initials on a colored background, 1400×1400 pixels, for records without an image. The file behind a URL never changes.",
    access: anyone,
    params: z.object({ name: z.string().max(80).regex(COVER_NAME) }),
    contentType: "image/png",
    async handle({ params: { name }, request, reply }, { findCover }: Covers) {
      const cover = findCover(name);
      if (cover === null) throw notFound("picture");
      const etag = `"${name}"`;
      reply.header("etag", etag).header("cache-control", IMMUTABLE);
      if (noneMatch(request.headers["if-none-match"], etag)) return reply.code(304).send();
      return reply.type("image/png").send(await cover);
    },
  }),
];

function sweptMeanwhile(error: unknown): never {
  throw error instanceof MissingFile ? notFound("picture") : error;
}
