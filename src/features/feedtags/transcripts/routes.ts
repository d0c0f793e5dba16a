/** Transcripts over HTTP: those of an episode, and the files. */
import { text } from "node:stream/consumers";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { noneMatch } from "../../../platform/http/caching.ts";
import { id, verbatim } from "../../../platform/http/params.ts";
import { anyone, editorOf, nothing, rawRoute, route } from "../../../platform/http/route.ts";
import { heardIn } from "../../episodes/heard/actions.ts";
import { type FindTimeline, renditionParam } from "../../episodes/heard/schema.ts";
import { findEpisodePayer, findVisibleEpisode } from "../../episodes/rights.ts";
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

export const transcriptRoutes = (deps: Deps, findTimeline: FindTimeline) => [
  route({
    method: "GET",
    path,
    tag,
    summary: "Transcripts of an episode",
    access: anyone,
    params,
    query: z.object({ key: verbatim({ max: 200 }).optional() }),
    response: z.object({ transcripts: z.array(transcript) }),
    async handle({ params: { episode_id }, query, viewer, baseUrl }) {
      await findVisibleEpisode(deps.db, viewer, episode_id, query.key);
      const rows = await listTranscripts(deps.db, episode_id);
      return { transcripts: rows.map((row) => transcriptView(row, baseUrl)) };
    },
  }),
  route({
    method: "POST",
    path,
    tag,
    summary: "Add a transcript to an episode",
    description:
      "A file, whose format is seen by its content; or the `url` of one, and its `type`.",
    access: editorOf("episode"),
    params,
    payer: ({ episode_id }, viewer) => findEpisodePayer(deps.db, viewer, episode_id),
    body: transcriptParams,
    files: { transcript_file: transcriptField },
    response: z.object({ transcript }),
    async handle({ params: { episode_id }, viewer, body, files, baseUrl }) {
      const file = files.transcript_file;
      const row = await addTranscript(deps, viewer, episode_id, body, file);
      return { transcript: transcriptView(row, baseUrl) };
    },
  }),
  route({
    method: "DELETE",
    path: `${path}/:transcript_id`,
    tag,
    summary: "Remove a transcript",
    access: editorOf("episode"),
    params: params.extend({ transcript_id: id() }),
    response: nothing,
    async handle({ params: { episode_id, transcript_id }, viewer }) {
      await removeTranscript(deps, viewer, episode_id, transcript_id);
      return [];
    },
  }),
  rawRoute({
    method: "GET",
    path: "/media/transcripts/:name",
    tag: "Media",
    summary: "A transcript's file",
    description:
      "Addresses come from records. What stands at one never changes. Times are the programme's, unless `r` names a rendition.",
    access: anyone,
    params: z.object({ name: z.string().max(80).regex(NAME) }),
    query: z.object({ r: renditionParam }),
    contentType: "text/vtt",
    handle: (call) => sendFile(deps, findTimeline, call),
  }),
];

type FileCall = Readonly<{
  params: { name: string };
  query: { r?: string | undefined };
  request: FastifyRequest;
  reply: FastifyReply;
}>;

async function sendFile(
  { db, media }: Deps,
  findTimeline: FindTimeline,
  { params: { name }, query: { r }, request, reply }: FileCall,
) {
  const [, digest, extension] = NAME.exec(name) ?? [];
  const key = `transcripts/${name}`;
  const found = await media.find(key);
  if (found === null) throw notFound("transcript");
  const isTheirs = (episode_id: number) => hasTranscript(db, episode_id, key);
  const timeline = await heardIn(findTimeline, r, isTheirs, reply);
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
