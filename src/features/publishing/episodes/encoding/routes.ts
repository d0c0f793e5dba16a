/** Serves the waveform peaks of episodes under content-based names. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { notFound } from "../../../../platform/failure.ts";
import { noneMatch } from "../../../../platform/http/caching.ts";
import { anyone, JSON_TYPE, rawRoute } from "../../../../platform/http/route.ts";

const NAME = /^([0-9a-f]{64})\.json$/;

export const waveformRoutes = [
  rawRoute({
    method: "GET",
    path: "/media/waveforms/:name",
    tag: "Media",
    operationId: "getWaveform",
    summary: "Get the waveform of an episode",
    description:
      "In audiowaveform's JSON data format. The URL comes from a record. The file behind a URL never changes.",
    access: anyone,
    params: z.object({ name: z.string().max(80).regex(NAME) }),
    contentType: "application/json",
    async handle({ params, request, reply }, { media }: Deps) {
      const key = `waveforms/${params.name}`;
      const found = await media.find(key);
      if (found === null) throw notFound("waveform");
      const etag = `"${params.name.slice(0, 64)}"`;
      reply.header("etag", etag).header("cache-control", "public, max-age=31536000, immutable");
      if (noneMatch(request.headers["if-none-match"], etag)) return reply.code(304).send();
      reply.type(JSON_TYPE).header("content-length", found.bytes);
      return reply.send(await media.read(key));
    },
  }),
];
