/** The page of the directories that a show is in, or could be. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { invalid } from "../../../../platform/failure.ts";
import { clearableUrl } from "../../../../platform/http/addressparams.ts";
import { formPage } from "../../../../platform/http/formpage.ts";
import { callerOf } from "../../../../platform/http/pages.ts";
import { verbatim } from "../../../../platform/http/params.ts";
import { findSettings } from "../../../distribution/feeds/store.ts";
import { replaceTag } from "../../../distribution/feedtags/actions.ts";
import { findShowTags } from "../../../distribution/feedtags/store.ts";
import { fill } from "../../../web/layout/rules.ts";
import { doneAt, STUDIO_LOOK } from "../../frame/layout.ts";
import { feedAddress } from "../feed/actions.ts";
import { problemsWith } from "../problems.ts";
import { showId } from "../schema.ts";
import { findOwnShow, showLayout, showPath } from "../showlayout.ts";
import { DIRECTORIES, type Directory, isAt } from "./rules.ts";
import { directoriesView } from "./views.ts";
import { directoriesWords, type Words } from "./words.ts";

const otherHost = (words: Words, { name }: Directory): string => fill(words.other_host, { name });

export const directoriesPages = formPage({
  path: "/studio/shows/:show_id/distribution",
  summary: "Show the directories that a show is in",
  access: "signed-in",
  params: showId,
  body: z.object({ directory: verbatim({ max: 40 }), url: clearableUrl().default(null) }),
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const { show } = await findOwnShow(deps, call, call.params.show_id);
    const words = directoriesWords(call.locale);
    const [settings, { listings = [] }] = await Promise.all([
      findSettings(deps.db, show.show_id),
      findShowTags(deps.db, show.show_id),
    ]);
    const shown = {
      csrf: call.csrf,
      words,
      show,
      settings,
      feed_url: feedAddress(show, call.baseUrl),
      listings: new Map(listings.map(({ directory, url }) => [directory, url])),
    };
    return showLayout(call, deps, show, {
      title: words.page,
      body: directoriesView(
        shown,
        problemsWith(
          words.lang,
          refusal,
          DIRECTORIES.map((one) => otherHost(words, one)),
        ),
      ),
      done: { saved: words.saved },
    });
  },
  async submit(call, { directory: key, url }, deps: Deps) {
    const { show } = await findOwnShow(deps, call, call.params.show_id);
    const directory = DIRECTORIES.find((one) => one.key === key);
    if (directory === undefined) throw invalid({ directory: "must be a known directory" });
    if (url !== null && !isAt(directory, url))
      throw invalid({ url: otherHost(directoriesWords(call.locale), directory) });
    const { listings = [] } = await findShowTags(deps.db, show.show_id);
    const others = listings.filter((one) => one.directory !== key);
    const value = url === null ? others : [...others, { directory: key, url }];
    const tag = { owner: "show", id: show.show_id, noun: "listings" } as const;
    await replaceTag(deps, callerOf(call.session), tag, value, [show.revision]);
    return doneAt(showPath(show.show_id, `/distribution`), "saved");
  },
});
