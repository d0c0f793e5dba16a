/** Creatives over HTTP: a line item's rotation, and the audio of each. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { answerOf } from "../../../platform/http/bytes.ts";
import { id } from "../../../platform/http/params.ts";
import { anyone, atRevision, nothing, rawRoute, route } from "../../../platform/http/route.ts";
import { sendAnswer } from "../../../platform/http/sending.ts";
import type { Files } from "../../../platform/media/files.ts";
import { teamWriters } from "../../organizations/rights.ts";
import { changeCreative, createCreative, removeCreative, type Written } from "./actions.ts";
import { audioAdField, creativeDetail, creativeParams } from "./schema.ts";
import { creativeView } from "./views.ts";

const common = { tag: "Advertising", scope: "advertising", access: teamWriters } as const;
const path = "/v2/lineitems/:lineitem_id/creatives";
const params = z.object({ lineitem_id: id() });
const oneParams = params.extend({ creative_id: id() });
const files = { audio_ad_file: audioAdField };
const response = z.object({ creative: creativeDetail });
const NAME = /^([0-9a-f]{64})\.mp3$/;

const answer = ({ creative, revision }: Written, baseUrl: string) =>
  atRevision({ creative: creativeView(creative, baseUrl) }, revision);

export const creativeRoutes = (deps: Deps, stored: Files) => [
  route({
    ...common,
    method: "POST",
    path,
    summary: "Add a creative to a line item's rotation",
    description: "`ETag` and `If-Match` are the line item's.",
    params,
    body: creativeParams,
    files,
    response,
    handle: async ({ params: { lineitem_id }, viewer, body, files, ifMatch, baseUrl }) => {
      const where = { lineitem_id, ifMatch };
      return answer(await createCreative(deps, viewer, body, files.audio_ad_file, where), baseUrl);
    },
  }),
  route({
    ...common,
    method: "POST",
    path: `${path}/:creative_id`,
    summary: "Change a creative's weight, or its audio",
    description: "New audio is a new creative, a version later, which takes its place once READY.",
    params: oneParams,
    body: creativeParams,
    files,
    response,
    async handle({ params, viewer, body, files, ifMatch, baseUrl }) {
      const { lineitem_id, creative_id } = params;
      const where = { lineitem_id, ifMatch };
      const file = files.audio_ad_file;
      return answer(await changeCreative(deps, viewer, creative_id, body, file, where), baseUrl);
    },
  }),
  route({
    ...common,
    method: "DELETE",
    path: `${path}/:creative_id`,
    summary: "Take a creative out of a line item's rotation",
    params: oneParams,
    response: nothing,
    async handle({ params: { lineitem_id, creative_id }, viewer, ifMatch }) {
      await removeCreative(deps, viewer, creative_id, { lineitem_id, ifMatch });
      return [];
    },
  }),
  rawRoute({
    method: "GET",
    path: "/media/ads/:name",
    tag: "Media",
    summary: "The audio of a creative",
    description:
      "Addresses come from line items, and cannot be guessed. What stands at one never changes. Ranges work as with episodes.",
    access: anyone,
    params: z.object({ name: z.string().max(80).regex(NAME) }),
    contentType: "audio/mpeg",
    answers: { 200: "All of it.", 206: "The range asked for.", 304: "You have it already." },
    async handle({ params: { name }, request, reply }) {
      const key = `ads/${name}`;
      const file = await stored.open(key);
      if (file === null) throw notFound("audio");
      const { bytes, modifiedAt } = file;
      file.release();
      const segments = [{ key, start: 0, bytes }];
      const digest = name.slice(0, 64);
      const rendition = { digest, contentType: "audio/mpeg", segments, bytes, modifiedAt };
      const answer = answerOf(rendition, request);
      if (answer.status === 412)
        throw new Failure("stale", "other-audio", "The audio here is not the one you expect.");
      if (answer.status === 416) {
        reply.header("content-range", `bytes */${bytes}`);
        throw new Failure("out-of-range", "range-not-satisfiable", "The audio ends before it.");
      }
      const exchange = { request: request.raw, response: reply.raw };
      await sendAnswer(exchange, stored, answer, () => {
        reply.hijack();
        const head = Object.entries(reply.getHeaders()).flatMap(([key, value]) => [
          key,
          String(value),
        ]);
        return reply.raw.writeHead(answer.status, [...head, ...answer.headers]);
      });
    },
  }),
];
