/** Routes for lists that clients offer as choices: categories, languages, countries. */
import { z } from "zod";
import { anyone, type Call, route } from "../../../platform/http/route.ts";
import { category, namesByCode, partnerCategory } from "./schema.ts";
import {
  categoryViews,
  contentLanguage,
  countryNames,
  languageNames,
  partnerCategoryViews,
} from "./views.ts";

const tag = "Reference data";

/** Sets `Content-Language` to the language that the names are in (RFC 9110 §8.5), whatever the client asked for. */
function inLanguage<T>({ reply }: Pick<Call, "reply">, language: string, answer: T): T {
  reply.header("content-language", language);
  return answer;
}

export const referenceRoutes = [
  route({
    method: "GET",
    path: "/v2/show-categories",
    tag,
    operationId: "listShowCategories",
    summary: "List the categories of shows",
    description: "Each top-level category is followed by its subcategories.",
    access: anyone,
    response: z.object({ categories: z.array(category) }),
    localised: true,
    handle(call) {
      const language = contentLanguage(call.locale);
      return inLanguage(call, language, { categories: categoryViews(language) });
    },
  }),
  route({
    method: "GET",
    path: "/v2/partnerplay-categories",
    tag,
    operationId: "listPartnerCategories",
    summary: "List the categories of the partner store",
    access: anyone,
    response: z.object({ partnerplay_categories: z.array(partnerCategory) }),
    localised: true,
    handle(call) {
      const language = contentLanguage(call.locale);
      const partnerplay_categories = partnerCategoryViews(language);
      return inLanguage(call, language, { partnerplay_categories });
    },
  }),
  route({
    method: "GET",
    path: "/v2/show-languages",
    tag,
    operationId: "listShowLanguages",
    summary: "List the languages of shows",
    description: "Maps each language code to its name.",
    access: anyone,
    response: z.object({ languages: namesByCode }),
    localised: true,
    handle(call) {
      const { locale, names } = languageNames(call.locale);
      return inLanguage(call, locale, { languages: names });
    },
  }),
  route({
    method: "GET",
    path: "/v2/campaigns-countries",
    tag,
    operationId: "listCampaignCountries",
    summary: "List the countries that campaigns can target",
    description: "Maps each ISO 3166-1 alpha-2 code to the country's name.",
    access: anyone,
    response: z.object({ countries: namesByCode }),
    localised: true,
    handle(call) {
      const { locale, names } = countryNames(call.locale);
      return inLanguage(call, locale, { countries: names });
    },
  }),
];
