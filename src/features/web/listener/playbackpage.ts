/** The settings of playback: how somebody likes to listen, in this browser. */
import { page } from "../../../platform/http/pages.ts";
import { playbackFields, playbackHead } from "../../distribution/player/playbackview.ts";
import { showSettings } from "../../people/accounts/frame.ts";
import { wordsOf } from "../layout/rules.ts";

export const playbackPages = [
  page({
    method: "GET",
    path: "/settings/playback",
    summary: "Set how episodes play in this browser",
    access: "signed-in",
    look: { scripts: true },
    handle(call) {
      const words = wordsOf(call.locale);
      return showSettings(call, "/settings/playback", {
        title: words.playback,
        body: playbackFields(words),
        head: playbackHead(),
      });
    },
  }),
];
