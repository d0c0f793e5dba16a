/** Measures variants in turns, in processor time: on a shared machine, elapsed time says little. */

/** What one variant does: `times` operations. `servers` is the processor time that others spent on it, in µs. */
export type Variant = (times: number) => unknown;

export type Comparison = Readonly<{
  /** What is compared, for instance `hmac`. */
  name: string;
  /** What one operation is. */
  what: string;
  /** The variants by name; the first is the plain one. */
  variants: Readonly<Record<string, Variant>>;
  /** Processor time of other processes so far, in µs. */
  others?: () => number;
}>;

/** Processor time of one operation in ns in each turn, by variant. */
export type Costs = Readonly<Record<string, readonly number[]>>;

/** A turn lasts this long, so that garbage collections fall into every turn. */
const TURN_US = 150_000;

/** Every variant takes a turn in each of `rounds`, in an order that alternates. */
export async function compare(comparison: Comparison, rounds: number): Promise<Costs> {
  const entries = Object.entries(comparison.variants);
  const times = new Map<string, number>();
  for (const [name, variant] of entries) times.set(name, await timesOf(comparison, variant));
  const costs = new Map<string, number[]>(entries.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, variant] of round % 2 === 0 ? entries : entries.toReversed()) {
      const count = times.get(name) ?? 1;
      const spent = await spentOn(comparison, variant, count);
      costs.get(name)?.push((spent * 1000) / count);
    }
  return Object.fromEntries(costs);
}

/** How many operations fill a turn. Doubling also warms the variant up. */
async function timesOf(comparison: Comparison, variant: Variant): Promise<number> {
  for (let times = 1; ; times *= 2) {
    const spent = await spentOn(comparison, variant, times);
    if (spent >= TURN_US) return times;
  }
}

async function spentOn(
  { others = () => 0 }: Comparison,
  variant: Variant,
  times: number,
): Promise<number> {
  const before = process.cpuUsage();
  const beforeOthers = others();
  await variant(times);
  const { user, system } = process.cpuUsage(before);
  return user + system + others() - beforeOthers;
}
