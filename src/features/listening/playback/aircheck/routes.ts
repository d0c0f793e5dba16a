/** The route that lets a line item be heard in an episode. */
import { z } from "zod";
import { id } from "../../../../platform/http/params.ts";
import { type Access, route } from "../../../../platform/http/route.ts";
import type { Playback } from "../schema.ts";
import { makeAircheck } from "./actions.ts";
import { aircheckDetail, aircheckParams } from "./schema.ts";

const access: Access<true> = {
  signedIn: true,
  who: "admins and ad managers of the team who may listen to the episode",
};

export const aircheckRoutes = [
  route({
    method: "POST",
    path: "/v2/lineitems/:lineitem_id/aircheck",
    tag: "Creatives",
    scope: "advertising",
    operationId: "createAircheck",
    summary: "Hear a line item in an episode",
    description:
      "Decides as for a listener who has heard no ads yet, with the present bookings and pacing, and says whether they would get the line item and which others were considered. The audio is the minute around the break with the line item's ad in it, also if the listener would not get it or the line item is a draft. Nothing is reserved, pinned or counted, neither by this request nor by listening to `audio_url`. Ads are drawn, so that two airchecks can differ.",
    access,
    params: z.object({ lineitem_id: id() }),
    body: aircheckParams,
    response: z.object({ aircheck: aircheckDetail }),
    handle: async (
      { params, body, caller, baseUrl },
      { playback }: Readonly<{ playback: Playback }>,
    ) => ({
      aircheck: await makeAircheck(playback, caller, params.lineitem_id, body, baseUrl),
    }),
  }),
];
