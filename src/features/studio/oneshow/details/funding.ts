/** Funding links as lines of text: an address, then the text of its button; pure. */
import { z } from "zod";
import { paragraphs } from "../../../../platform/http/params.ts";
import { SHOW_NOUNS } from "../../../distribution/feedtags/schema.ts";

export type Funding = z.infer<typeof SHOW_NOUNS.funding>;

const MAX_TEXT = 20_000;

export const fundingLines = (links: Funding): string =>
  links.map(({ url, title }) => `${url} ${title ?? ""}`.trim()).join("\n");

/** The lines as links, checked by the schema of the API. */
export const fundingText = () =>
  paragraphs({ max: MAX_TEXT })
    .transform((text) =>
      text
        .split("\n")
        .map(linkOf)
        .filter(({ url }) => url !== ""),
    )
    .transform((links, context) => {
      const read = SHOW_NOUNS.funding.safeParse(links);
      if (read.success) return read.data;
      context.addIssue({ code: "custom", message: "must be an http or https address" });
      return z.NEVER;
    });

function linkOf(line: string) {
  const [url = "", ...words] = line.trim().split(/\s+/);
  return { url, title: words.join(" ") };
}
