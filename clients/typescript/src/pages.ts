/** Walks through lists that come in pages. */
import type { Operations } from "./api.ts";
import type { CallOptions, Longwave, Name } from "./client.ts";

type Page<T> = { items: T[]; next_url: string | null };

/** Operations that answer with pages. */
export type ListName = {
  [N in Name]: Operations[N]["answer"] extends Page<unknown> ? N : never;
}[Name];

export type ItemOf<N extends ListName> =
  Operations[N]["answer"] extends Page<infer Item> ? Item : never;

/** `for await (const episode of each(longwave, "listShowEpisodes", { show_id }))` */
export async function* each<N extends ListName>(
  longwave: Longwave,
  name: N,
  input: Operations[N]["input"],
  options: CallOptions = {},
): AsyncGenerator<ItemOf<N>, void, undefined> {
  const first = await longwave.call(name, input, options);
  let page = first.answer as unknown as Page<ItemOf<N>>;
  for (;;) {
    yield* page.items;
    if (page.next_url === null) return;
    const response = await longwave.send(page.next_url, { signal: options.signal ?? null });
    page = ((await response.json()) as { response: Page<ItemOf<N>> }).response;
  }
}
