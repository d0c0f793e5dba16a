/** Routes of creatives: a line item's rotation, and the audio of each creative. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { notFound } from "../../../../platform/failure.ts";
import { revalidated } from "../../../../platform/http/bytes.ts";
import { id } from "../../../../platform/http/params.ts";
import { anyone, atRevision, nothing, rawRoute, route } from "../../../../platform/http/route.ts";
import { sendStoredAudio } from "../../../../platform/http/storedfile.ts";
import type { Files } from "../../../../platform/media/files.ts";
import { teamWriters } from "../../../people/organizations/rights.ts";
import {
  changeCreative,
  createCreative,
  findOriginal,
  removeCreative,
  type Written,
} from "./actions.ts";
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
    ...common,
    method: "GET",
    path: `${path}/:creative_id/original-audio`,
    operationId: "getCreativeOriginalAudio",
    summary: "Get a creative's audio as it was uploaded",
    description: "The `ETag` is the SHA-256 of the file. Range requests work as for episodes.",
    params: oneParams,
    contentType: "application/octet-stream",
    answers: {
      200: "The whole file.",
      206: "The requested range.",
      304: "Your copy is up to date.",
    },
    async handle({ params, caller, request, reply }, deps: Deps & OpenFiles) {
      const key = await findOriginal(deps, caller, params);
      const contentType = "application/octet-stream";
      reply.header("content-disposition", "attachment");
      const audio = { key, contentType, headers: revalidated };
      if (!(await sendStoredAudio(deps.files, audio, { request, reply }))) throw notFound("audio");
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
      const audio = { key: `ads/${name}`, contentType: "audio/mpeg" };
      if (!(await sendStoredAudio(stored, audio, { request, reply }))) throw notFound("audio");
    },
  }),
];
