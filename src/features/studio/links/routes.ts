/** The page of an episode's persons, soundbites and links. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { formFields } from "../../../platform/http/fields.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf } from "../../../platform/http/pages.ts";
import { id } from "../../../platform/http/params.ts";
import { replaceTag } from "../../distribution/feedtags/actions.ts";
import { findEpisodeTags } from "../../distribution/feedtags/store.ts";
import type { Playback } from "../../listening/playback/schema.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { findAudioUrl } from "../episode/audio.ts";
import { episodeLayout, findOwnEpisode } from "../episode/head.ts";
import { script, stylesheet } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK } from "../frame/layout.ts";
import { readRows, rowsOf, SECTIONS, sectionOf, sentRows } from "./rules.ts";
import { linksView } from "./views.ts";
import { linksWords } from "./words.ts";

type WithPlayback = Deps & Readonly<{ playback: Playback }>;

/** Rows have as many fields as somebody needs. */
const linksForm = z
  .looseObject({
    noun: z.enum(SECTIONS.map(({ noun }) => noun)),
    revision: z.coerce.number().int(),
  })
  .catchall(z.string())
  .meta({ maxProperties: formFields.value });

export const linksPages = formPage({
  path: "/studio/episodes/:episode_id/links",
  summary: "Edit an episode's persons, soundbites and links",
  access: "signed-in",
  params: z.object({ episode_id: id() }),
  body: linksForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: WithPlayback) {
    const { csrf, params, session, locale } = call;
    const words = linksWords(locale);
    const { given } = refusal;
    const row = await findOwnEpisode(deps, session, params.episode_id);
    const tags = (await findEpisodeTags(deps.db, [row.episode_id])).get(row.episode_id) ?? {};
    const section = sectionOf(given.noun);
    const sent = section && {
      noun: section.noun,
      rows: [...sentRows(section, given).values()],
      isStale: given.revision !== String(row.revision),
    };
    const body = linksView({
      words,
      csrf,
      episode_id: row.episode_id,
      revision: row.revision,
      rows: new Map(SECTIONS.map((one) => [one.noun, rowsOf(one, tags[one.noun])])),
      sent: sent ?? null,
      refusal: problemsOf(words.lang, refusal),
      audio_url: await findAudioUrl(deps, callerOf(session), row, call.baseUrl),
    });
    const head = html`${stylesheet("links/browser/links.css")}${script("links/browser/rows.js")}`;
    return episodeLayout(call, deps, row, { body, head, done: { saved: words.saved } });
  },
  async submit({ params: { episode_id }, session, form }, { noun, revision }, deps: WithPlayback) {
    const section = sectionOf(noun);
    if (section === undefined) throw invalid({ noun: "is required" });
    const rows = sentRows(section, form.given);
    // The rows are shown again without those that were removed, so the faults are counted the same way.
    const read = readRows(section, new Map([...rows.values()].map((row, at) => [at, row])));
    if ("faults" in read) throw invalid(read.faults);
    const tag = { owner: "episode", id: episode_id, noun } as const;
    await replaceTag(deps, callerOf(session), tag, read.value, [revision]);
    return doneAt(`/studio/episodes/${episode_id}/links`, "saved");
  },
});
