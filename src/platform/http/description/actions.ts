/** Makes the text of the API description for each address of the server, and keeps it compressed. */
import { LRUCache } from "lru-cache";
import { encodeLongText } from "../encoding.ts";
import { KeptText } from "../kepttext.ts";
import type { ApiDocument } from "../openapi.ts";

/** The API description of a server that is reached at `baseUrl`. */
export type DescribedApi = Readonly<{ describedApi: (baseUrl: string) => Promise<KeptText> }>;

/** Without `PUBLIC_URL` there is a text of 0.6 MB for each address, and a stranger can make addresses up. */
const KEPT = 4;

export function openDescription(apiDocument: () => ApiDocument): DescribedApi {
  const texts = new LRUCache<string, Promise<KeptText>>({ max: KEPT });
  const describe = async (baseUrl: string): Promise<KeptText> => {
    const document = { ...apiDocument(), servers: [{ url: baseUrl }] };
    return new KeptText(await encodeLongText(JSON.stringify(document)));
  };
  return {
    describedApi(baseUrl) {
      const kept = texts.get(baseUrl) ?? describe(baseUrl);
      texts.set(baseUrl, kept);
      return kept;
    },
  };
}
