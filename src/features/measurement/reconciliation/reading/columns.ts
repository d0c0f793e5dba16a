/** Which column of a report is which: as the caller says, or by its usual names in five languages; pure. */
import { ReportRefused } from "./refusals.ts";

export type Role = "date" | "lineitem" | "impressions" | "revenue";

/** The places of the columns from 0, and their names as the file writes them. `revenue` null: it has none. */
export type Columns = Readonly<
  Record<Exclude<Role, "revenue">, Column> & { revenue: Column | null }
>;
type Column = Readonly<{ at: number; name: string }>;

/** Names in the order of preference, compared as `plain` writes them. */
const GUESSES: Record<Role, readonly RegExp[]> = {
  date: [
    /^(?:date|day|datum|tag|fecha|dia|data|giorno|jour)$/,
    /^(?:date|day|datum|report(?:ing)? date)\b/,
  ],
  lineitem: [
    /^line ?item ?id$/,
    /^(?:external id|reference|referenz|referencia|riferimento|ref)$/,
    /^(?:line ?item(?: name)?|buchung|linea|elemento|element)$/,
    /^(?:placement|creative|ad|name)(?: name)?$/,
  ],
  impressions: [
    /^(?:impressions?|impresiones|impressionen|impressioni|imps)$/,
    /\b(?:impressions?|impresiones|impressionen|impressioni|imps)\b/,
  ],
  revenue: [
    /^(?:revenue|spend|cost|media cost|umsatz|kosten|ingresos|coste|ricavi|costo|revenus?|cout|amount)$/,
    /^(?:revenue|spend|cost|umsatz|kosten|ingresos|ricavi) (?:amount|in |eur|usd|gbp|chf)/,
  ],
};

/** Lower case, without accents and marks. */
const plain = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** A name of the caller, or null to guess. */
export type Named = Readonly<Record<Role, string | null>>;

/** Finds the columns. Throws `ReportRefused` at the field of the column that is not there. */
export function columnsOf(header: readonly string[], named: Named): Columns {
  const names = header.map((name) => name.trim());
  const guesses = names.map(plain);
  const find = (role: Role): Column | null => {
    const wanted = named[role];
    return wanted === null ? guess(role, names, guesses) : chosen(role, wanted, names);
  };
  const needed = (role: Role): Column => {
    const column = find(role);
    if (column !== null) return column;
    throw new ReportRefused("unguessed", { field: `${role}_column`, value: listed(names) });
  };
  return {
    date: needed("date"),
    lineitem: needed("lineitem"),
    impressions: needed("impressions"),
    revenue: find("revenue"),
  };
}

function chosen(role: Role, wanted: string, names: readonly string[]): Column {
  const places = names.flatMap((name, at) => (plain(name) === plain(wanted) ? [at] : []));
  const exact = places.filter((at) => names[at] === wanted);
  const fit = exact.length > 0 ? exact : places;
  const [at] = fit;
  const field = `${role}_column` as const;
  if (at === undefined) throw new ReportRefused("no_column", { field, value: listed(names) });
  if (fit.length > 1) throw new ReportRefused("column_twice", { field });
  return { at, name: names[at] ?? "" };
}

/** Two columns that fit equally well are no guess. */
function guess(role: Role, names: readonly string[], guesses: readonly string[]): Column | null {
  for (const pattern of GUESSES[role]) {
    const places = guesses.flatMap((name, at) => (pattern.test(name) ? [at] : []));
    const [at] = places;
    if (at !== undefined && places.length === 1) return { at, name: names[at] ?? "" };
    if (at !== undefined) return null;
  }
  return null;
}

const MOST_LISTED = 300;

function listed(names: readonly string[]): string {
  const text = names.map((name) => `“${name}”`).join(", ");
  return text.length > MOST_LISTED ? `${text.slice(0, MOST_LISTED).toWellFormed()}…` : text;
}
