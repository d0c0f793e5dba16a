/** Caches the networks that the operator lists. */
import type { Deps } from "../../../../deps.ts";
import { contains, pointOf, rangesOf } from "./ranges.ts";
import { findListed } from "./store.ts";

/** Days for which a shared network stays valid without being confirmed again (rule 12). */
export const VALID_DAYS = 90;
const REFRESH_EVERY_MS = 60_000;

export type Listed = Readonly<{
  /** `shared`: many people behind one address; `excluded`: no people at all. */
  kindOf(address: string): "shared" | "excluded" | null;
  close(): void;
}>;

export async function openListed({ db, log }: Pick<Deps, "db" | "log">): Promise<Listed> {
  const load = async () => {
    const rows = await findListed(db, VALID_DAYS);
    const of = (kind: string) =>
      rangesOf(rows.filter((row) => row.kind === kind).map(({ network }) => network));
    return { excluded: of("excluded"), shared: of("shared") };
  };
  let lists = await load();
  const refresh = async () => {
    lists = await load();
  };
  const timer = setInterval(() => {
    refresh().catch((err) => log.warn({ err }, "the listed networks could not be read again"));
  }, REFRESH_EVERY_MS).unref();
  return {
    kindOf(address) {
      if (lists.excluded.length + lists.shared.length === 0) return null;
      const point = pointOf(address);
      if (point === null) return null;
      if (contains(lists.excluded, point)) return "excluded";
      return contains(lists.shared, point) ? "shared" : null;
    },
    close: () => clearInterval(timer),
  };
}
