/** Parts of both forms of line items, new and existing: words, scripts, and their forecast. */
import type { Deps } from "../../../deps.ts";
import type { Refusal } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf } from "../../../platform/http/pages.ts";
import { forecast } from "../../advertising/adserving/forecasting/actions.ts";
import type { ForecastParams } from "../../advertising/adserving/forecasting/schema.ts";
import { audioAdField } from "../../advertising/lineitems/creatives/schema.ts";
import type { LineitemParams } from "../../advertising/lineitems/schema.ts";
import { adBoardWords } from "../adboard/words.ts";
import { adClientsWords } from "../adclients/words.ts";
import { script } from "../frame/assets.ts";
import { STUDIO_LOOK, type StudioCall } from "../frame/layout.ts";
import { frameWords } from "../frame/words.ts";
import type { Values } from "./fields.ts";
import type { Form } from "./formview.ts";
import { adLineItemsWords } from "./words.ts";

export const files = { audio_ad_file: audioAdField };
/** Waveforms are on this server, and so is the audio. */
export const LOOK = { ...STUDIO_LOOK, audio: true };

export type Found = Form["forecast"];

export const textsFor = (locale: string) => ({
  words: adLineItemsWords(locale),
  board: adBoardWords(locale),
  clients: adClientsWords(locale),
  frame: frameWords(locale),
});

/** What the person typed comes before what is saved. */
export const shownValues = ({ given }: Refusal, values: Values): Values =>
  Object.keys(given).length === 0 ? values : given;

export const formHead = html`${script("frame/browser/upload.js")}${script("adlineitems/browser/forecast.js")}`;

/** The parameters that a forecast depends on. */
export function forecastParamsOf(value: LineitemParams & { step: string; revision?: number }) {
  const { step: _, revision: __, name: ___, external_id, notes, active, canceled, ...rest } = value;
  const { third_party_impression_urls, ...params } = rest;
  return params;
}

export async function forecastOf(
  deps: Deps,
  call: StudioCall,
  params: ForecastParams,
): Promise<Found> {
  const found = await forecast(deps, callerOf(call.session), params);
  return { forecast: found, goal: params.goal_impressions ?? null };
}
