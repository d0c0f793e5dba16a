/** Routes for the transcripts of an episode and their files. */
import { text } from "node:stream/consumers";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { notFound } from "../../../../platform/failure.ts";
import { noneMatch } from "../../../../platform/http/caching.ts";
import { id, verbatim } from "../../../../platform/http/params.ts";
import { anyone, editorOf, nothing, rawRoute, route } from "../../../../platform/http/route.ts";
import { findEpisodePayer, requireVisibleEpisode } from "../../../publishing/episodes/rights.ts";
import { timelineFor } from "../../../publishing/episodes/timeline/actions.ts";
import {
  renditionParam,
  type TimelineFinder,
} from "../../../publishing/episodes/timeline/schema.ts";
import { addTranscript, removeTranscript, transcriptField } from "./actions.ts";
import { FORMATS, type Format } from "./rules.ts";
import { transcript, transcriptParams } from "./schema.ts";
import { shiftTranscript } from "./shifting.ts";
import { hasTranscript, listTranscripts } from "./store.ts";
import { transcriptView } from "./views.ts";

const tag = "Transcripts";
const path = "/v2/episodes/:episode_id/transcripts";
const params = z.object({ episode_id: id() });
const NAME = /^([0-9a-f]{64})\.(vtt|srt|json)$/;

export const transcriptRoutes = [
  route({
    method: "GET",
    path,
    tag,
    operationId: "listEpisodeTranscripts",
    summary: "List an episode's transcripts",
    access: anyone,
    params,
    query: z.object({
      key: verbatim({ max: 200 })
        .optional()
        .meta({ description: "Key of a show or episode with limited access (`LIMITED`)." }),
    }),
    response: z.object({ transcripts: z.array(transcript) }),
    async handle({ params: { episode_id }, query, caller, baseUrl }, deps: Deps) {
      await requireVisibleEpisode(deps.db, caller, episode_id, query.key);
      const rows = await listTranscripts(deps.db, episode_id);
      return { transcripts: rows.map((row) => transcriptView(row, baseUrl)) };
    },
  }),
  route({
    method: "POST",
    path,
    tag,
    operationId: "createEpisodeTranscript",
    summary: "Add a transcript to an episode",
    description:
      "Send a file, whose format is detected from its content, or the `url` of one with its `type`.",
    access: editorOf("episode"),
    params,
    payer: ({ episode_id }, caller, deps: Deps) => findEpisodePayer(deps.db, caller, episode_id),
    body: transcriptParams,
    files: { transcript_file: transcriptField },
    response: z.object({ transcript }),
    async handle({ params: { episode_id }, caller, body, files, baseUrl }, deps: Deps) {
      const file = files.transcript_file;
      const row = await addTranscript(deps, caller, episode_id, body, file);
      return { transcript: transcriptView(row, baseUrl) };
    },
  }),
  route({
    method: "DELETE",
    path: `${path}/:transcript_id`,
    tag,
    operationId: "deleteEpisodeTranscript",
    summary: "Delete a transcript",
    access: editorOf("episode"),
    params: params.extend({ transcript_id: id() }),
    response: nothing,
    async handle({ params: { episode_id, transcript_id }, caller }, deps: Deps) {
      await removeTranscript(deps, caller, episode_id, transcript_id);
      return [];
    },
  }),
  rawRoute({
    method: "GET",
    path: "/media/transcripts/:name",
    tag: "Media",
    operationId: "getTranscriptFile",
    summary: "Get a transcript's file",
    description:
      "The URL comes from a record. The file behind a URL never changes. Times are those of the programme, unless `r` names a rendition.",
    access: anyone,
    params: z.object({ name: z.string().max(80).regex(NAME) }),
    query: z.object({ r: renditionParam }),
    contentType: "text/vtt",
    handle: (call, deps: Deps & TimelineFinder) => sendFile(deps, call),
  }),
];

type FileCall = Readonly<{
  params: { name: string };
  query: { r?: string | undefined };
  request: FastifyRequest;
  reply: FastifyReply;
}>;

async function sendFile(
  { db, media, findTimeline }: Deps & TimelineFinder,
  { params: { name }, query: { r }, request, reply }: FileCall,
) {
  const [, digest, extension] = NAME.exec(name) ?? [];
  const key = `transcripts/${name}`;
  const found = await media.find(key);
  if (found === null) throw notFound("transcript");
  const isTheirs = (episode_id: number) => hasTranscript(db, episode_id, key);
  const timeline = await timelineFor(findTimeline, r, isTheirs, reply);
  const etag = r === undefined ? `"${digest}"` : `"${digest}-${r}"`;
  reply.header("etag", etag).header("cache-control", "public, max-age=31536000, immutable");
  if (noneMatch(request.headers["if-none-match"], etag)) return reply.code(304).send();
  const format = extension as Format;
  reply.type(`${FORMATS[format]}; charset=utf-8`);
  if (timeline !== null)
    return reply.send(shiftTranscript(await text(await media.read(key)), format, timeline));
  reply.header("content-length", found.bytes);
  return reply.send(await media.read(key));
}
