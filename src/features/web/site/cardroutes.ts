/** Serves the pictures that other sites show for links. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { anyone, rawRoute } from "../../../platform/http/route.ts";
import type { SiteDeps } from "../../../platform/http/site.ts";
import { requireEpisodeVisibleTo } from "../../publishing/episodes/rights.ts";
import { findEpisode } from "../../publishing/episodes/store.ts";
import { requireVisibleShow } from "../../publishing/shows/rights.ts";
import {
  type CardContent,
  type Cards,
  cardDigest,
  cardUrl,
  episodeCard,
  showCard,
} from "./cards.ts";

const NAME = /^(show|episode)-([1-9]\d{0,14})-([0-9a-f]{16})\.jpg$/;

export const cardRoutes = [
  rawRoute({
    method: "GET",
    path: "/media/cards/:name",
    tag: "Media",
    operationId: "getCard",
    summary: "Get the picture that other sites show for a link",
    description:
      "Cover, title and the site's name, 1200×630 pixels. The page of a show or an episode names the URL, which changes with what the picture shows.",
    access: anyone,
    params: z.object({ name: z.string().max(60).regex(NAME) }),
    contentType: "image/jpeg",
    async handle({ params, reply, baseUrl }, deps: Deps & SiteDeps & Cards) {
      const [, kind, id, digest] = NAME.exec(params.name) ?? [];
      const site = await deps.siteIdentity.read();
      const content =
        kind === "show"
          ? await showContent(deps, Number(id))
          : await episodeContent(deps, Number(id));
      // Links that were shared before the last change lead to the present picture.
      if (cardDigest(content, site) !== digest)
        return reply.header("cache-control", "no-cache").redirect(cardUrl(content, site, baseUrl));
      const card = await deps.findCard(content, site);
      reply.header("cache-control", "public, max-age=31536000, immutable").type("image/jpeg");
      return reply.send(card);
    },
  }),
];

async function showContent({ db }: Deps, id: number): Promise<CardContent> {
  const { show } = await requireVisibleShow(db, null, id, undefined);
  return showCard(show);
}

async function episodeContent({ db }: Deps, id: number): Promise<CardContent> {
  const { episode } = await requireEpisodeVisibleTo(db, null, await findEpisode(db, id), undefined);
  return episodeCard(episode);
}
