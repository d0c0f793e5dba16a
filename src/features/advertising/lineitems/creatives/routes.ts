/** Routes of creatives: a line item's rotation, and the audio of each creative. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import { bytesAnswerOf } from "../../../../platform/http/bytes.ts";
import { id } from "../../../../platform/http/params.ts";
import { anyone, atRevision, nothing, rawRoute, route } from "../../../../platform/http/route.ts";
import { sendAnswer } from "../../../../platform/http/sending.ts";
import type { Files } from "../../../../platform/media/files.ts";
import { teamWriters } from "../../../people/organizations/rights.ts";
import { changeCreative, createCreative, removeCreative, type Written } from "./actions.ts";
import { audioAdField, creativeDetail, creativeParams } from "./schema.ts";
import { creativeView } from "./views.ts";

const common = { tag: "Creatives", scope: "advertising", access: teamWriters } as const;
const path = "/v2/lineitems/:lineitem_id/creatives";
const params = z.object({ lineitem_id: id() });
const oneParams = params.extend({ creative_id: id() });
const files = { audio_ad_file: audioAdField };
const response = z.object({ creative: creativeDetail });
/** The open files of the process. */
type OpenFiles = Readonly<{ files: Files }>;

const NAME = /^([0-9a-f]{64})\.mp3$/;

const answer = ({ creative, revision }: Written, baseUrl: string) =>
  atRevision({ creative: creativeView(creative, baseUrl) }, revision);

export const creativeRoutes = [
  route({
    ...common,
    method: "POST",
    path,
    operationId: "addLineItemCreative",
    summary: "Add a creative to a line item's rotation",
    description: "`ETag` and `If-Match` are those of the line item.",
    params,
    body: creativeParams,
    files,
    response,
    handle: async (
      { params: { lineitem_id }, caller, body, files, ifMatch, baseUrl },
      deps: Deps,
    ) => {
      const where = { lineitem_id, ifMatch };
      return answer(await createCreative(deps, caller, body, files.audio_ad_file, where), baseUrl);
    },
  }),
  route({
    ...common,
    method: "POST",
    path: `${path}/:creative_id`,
    operationId: "updateLineItemCreative",
    summary: "Update a creative's weight or audio",
    description:
      "New audio creates a new version of the creative, which replaces the old one once it is `READY`.",
    params: oneParams,
    body: creativeParams,
    files,
    response,
    async handle({ params, caller, body, files, ifMatch, baseUrl }, deps: Deps) {
      const { lineitem_id, creative_id } = params;
      const where = { lineitem_id, ifMatch };
      const file = files.audio_ad_file;
      return answer(await changeCreative(deps, caller, creative_id, body, file, where), baseUrl);
    },
  }),
  route({
    ...common,
    method: "DELETE",
    path: `${path}/:creative_id`,
    operationId: "removeLineItemCreative",
    summary: "Remove a creative from a line item's rotation",
    params: oneParams,
    response: nothing,
    async handle({ params: { lineitem_id, creative_id }, caller, ifMatch }, deps: Deps) {
      await removeCreative(deps, caller, creative_id, { lineitem_id, ifMatch });
      return [];
    },
  }),
  rawRoute({
    method: "GET",
    path: "/media/ads/:name",
    tag: "Media",
    operationId: "getCreativeAudio",
    summary: "Get the audio of a creative",
    description:
      "The URL comes from a line item and cannot be guessed. The file behind a URL never changes. Range requests work as for episodes.",
    access: anyone,
    params: z.object({ name: z.string().max(80).regex(NAME) }),
    contentType: "audio/mpeg",
    answers: {
      200: "The whole file.",
      206: "The requested range.",
      304: "Your copy is up to date.",
    },
    async handle({ params: { name }, request, reply }, { files: stored }: OpenFiles) {
      const key = `ads/${name}`;
      const file = await stored.open(key);
      if (file === null) throw notFound("audio");
      const { bytes, modifiedAt } = file;
      file.release();
      const segments = [{ key, start: 0, bytes }];
      const digest = name.slice(0, 64);
      const rendition = { digest, contentType: "audio/mpeg", segments, bytes, modifiedAt };
      const answer = bytesAnswerOf(rendition, request);
      if (answer.status === 412)
        throw new Failure(
          "stale",
          "other-audio",
          "The audio does not match your If-Match or If-Unmodified-Since header.",
        );
      if (answer.status === 416) {
        reply.header("content-range", `bytes */${bytes}`);
        throw new Failure(
          "out-of-range",
          "range-not-satisfiable",
          "The requested range is beyond the end of the audio.",
        );
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
