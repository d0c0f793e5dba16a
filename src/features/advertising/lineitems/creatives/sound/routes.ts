/** The route of a creative's sound check. */
import { z } from "zod";
import type { Deps } from "../../../../../deps.ts";
import { id } from "../../../../../platform/http/params.ts";
import { route } from "../../../../../platform/http/route.ts";
import { teamReaders } from "../../../../people/organizations/rights.ts";
import { readSoundCheck } from "./actions.ts";
import { soundCheckDetail } from "./schema.ts";

export const soundRoutes = [
  route({
    method: "GET",
    path: "/v2/lineitems/:lineitem_id/creatives/:creative_id/sound",
    tag: "Creatives",
    scope: "advertising",
    operationId: "getCreativeSound",
    summary: "Check the sound of a creative",
    description:
      "Loudness, peaks, silence, clipping and waveform, compared with the programmes that the line item can be placed in.",
    access: teamReaders,
    params: z.object({ lineitem_id: id(), creative_id: id() }),
    response: z.object({ sound_check: soundCheckDetail }),
    handle: async ({ params: { lineitem_id, creative_id }, caller }, deps: Deps) => ({
      sound_check: await readSoundCheck(deps, caller, lineitem_id, creative_id),
    }),
  }),
];
