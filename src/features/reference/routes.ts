/** Lists that clients show as choices: categories, languages, countries. */
import { z } from "zod";
import { anyone, type Call, route } from "../../platform/http/route.ts";
import { category, namesByCode, partnerCategory } from "./schema.ts";
import {
  categoryViews,
  contentLanguage,
  countryNames,
  languageNames,
  partnerCategoryViews,
} from "./views.ts";

const tag = "Reference data";

/** Says in which language the names are (RFC 9110 §8.5), whatever was asked for. */
function inLanguage<T>({ reply }: Pick<Call, "reply">, language: string, answer: T): T {
  reply.header("content-language", language);
  return answer;
}

export const referenceRoutes = () => [
  route({
    method: "GET",
    path: "/v2/show-categories",
    tag,
    summary: "The categories of shows",
    description: "Each top-level category is followed by its sub-categories.",
    access: anyone,
    response: z.object({ categories: z.array(category) }),
    localised: true,
    handle(call) {
      const language = contentLanguage(call.culture);
      return inLanguage(call, language, { categories: categoryViews(language) });
    },
  }),
  route({
    method: "GET",
    path: "/v2/partnerplay-categories",
    tag,
    summary: "The categories of the partner store",
    access: anyone,
    response: z.object({ partnerplay_categories: z.array(partnerCategory) }),
    localised: true,
    handle(call) {
      const language = contentLanguage(call.culture);
      const partnerplay_categories = partnerCategoryViews(language);
      return inLanguage(call, language, { partnerplay_categories });
    },
  }),
  route({
    method: "GET",
    path: "/v2/show-languages",
    tag,
    summary: "The languages of shows: code → name",
    access: anyone,
    response: z.object({ languages: namesByCode }),
    localised: true,
    handle(call) {
      const { culture, names } = languageNames(call.culture);
      return inLanguage(call, culture, { languages: names });
    },
  }),
  route({
    method: "GET",
    path: "/v2/campaigns-countries",
    tag,
    summary: "The countries that campaigns may target: ISO 3166-1 alpha-2 code → name",
    access: anyone,
    response: z.object({ countries: namesByCode }),
    localised: true,
    handle(call) {
      const { culture, names } = countryNames(call.culture);
      return inLanguage(call, culture, { countries: names });
    },
  }),
];
