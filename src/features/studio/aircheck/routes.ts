/** The page on which a line item is heard in an episode, with the reasons why a listener would get it or not. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { Failure } from "../../../platform/failure.ts";
import { callerOf, page } from "../../../platform/http/pages.ts";
import { id, verbatim } from "../../../platform/http/params.ts";
import { momentIn } from "../../../platform/text/localtimes.ts";
import { readLineitem } from "../../advertising/lineitems/actions.ts";
import type { LineitemRow } from "../../advertising/lineitems/store.ts";
import { makeAircheck } from "../../listening/playback/aircheck/actions.ts";
import { type Aircheck, aircheckParams } from "../../listening/playback/aircheck/schema.ts";
import type { Playback } from "../../listening/playback/schema.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { adLayout } from "../adboard/layout.ts";
import { adLineItemsWords } from "../adlineitems/words.ts";
import { STUDIO_LOOK } from "../frame/layout.ts";
import { timezoneOf } from "../range/zones.ts";
import { listAirable } from "./store.ts";
import { type AircheckFields, aircheckView } from "./views.ts";
import { aircheckWords } from "./words.ts";

const text = () => verbatim({ max: 30 }).catch("").prefault("");

export const aircheckPages = [
  page({
    method: "GET",
    path: "/studio/ads/lineitems/:lineitem_id/aircheck",
    summary: "Hear a line item in an episode",
    access: "signed-in",
    params: z.object({ lineitem_id: id() }),
    query: z.object({
      episode: text(),
      other: text(),
      country: text(),
      device: text(),
      at: text(),
      check: text(),
    }),
    look: { ...STUDIO_LOOK, audio: true },
    async handle(call, deps: Deps & Readonly<{ playback: Playback }>) {
      const { session, params, query, locale } = call;
      const caller = callerOf(session);
      const row = await readLineitem(deps, caller, params.lineitem_id, "write");
      const words = aircheckWords(locale);
      const timezone = timezoneOf(session);
      const episodes = await listAirable(deps.db, row.team_id, onlyShows(row));
      const values = query.check === "" ? { ...query, country: usualCountry(row) } : query;
      const asked = readAsked(values, timezone);
      const isAsked = query.check !== "" && asked.value !== null;
      const check = isAsked ? await tryAircheck(asked.value) : null;
      const path = `/studio/ads/lineitems/${row.lineitem_id}`;
      return adLayout(call, deps, {
        title: words.page,
        subtitle: row.name,
        actions: buttonLink(path, words.back, "quiet"),
        body: aircheckView({
          words,
          items: adLineItemsWords(locale),
          path: `${path}/aircheck`,
          values,
          faults: query.check === "" ? {} : asked.faults,
          timezone,
          episodes,
          check,
        }),
      });

      /** null: the person may not hear such an episode, or there is none. */
      async function tryAircheck(
        wanted: NonNullable<AircheckFields["value"]>,
      ): Promise<Aircheck | "missing"> {
        try {
          return await makeAircheck(deps.playback, caller, row.lineitem_id, wanted, call.baseUrl);
        } catch (error) {
          if (
            error instanceof Failure &&
            (error.kind === "not-found" || error.kind === "forbidden")
          )
            return "missing";
          throw error;
        }
      }
    },
  }),
];

/** The shows that the line item is restricted to; null: to none. */
const onlyShows = ({ target_shows: filter }: LineitemRow): number[] | null =>
  filter?.type === "INCLUDE" ? filter.values.map(Number) : null;

/** The first country that the line item runs in, or none. */
const usualCountry = ({ target_geo: filter }: LineitemRow): string =>
  (filter?.type === "INCLUDE" && filter.values[0]) || "";

/** The fields of the form as parameters of an aircheck, and which of them are wrong. */
function readAsked(query: Readonly<Record<string, string>>, timezone: string): AircheckFields {
  const { at = "", other = "", episode = "", country = "", device = "" } = query;
  const moment = at === "" ? null : momentIn(timezone, at);
  const read = aircheckParams.safeParse({
    episode_id: other.trim() || episode,
    country,
    ...(device !== "" && { device }),
    ...(moment !== null && { at: moment.toISOString() }),
  });
  const wrong = new Set(read.success ? [] : read.error.issues.map(({ path }) => path[0]));
  if (at !== "" && moment === null) wrong.add("at");
  const faults = {
    episode: wrong.has("episode_id"),
    country: wrong.has("country"),
    at: wrong.has("at"),
  };
  return { value: read.success && wrong.size === 0 ? read.data : null, faults };
}
