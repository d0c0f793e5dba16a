/** Refusals of reports that cannot be read, with the line, the column and the cell. */
import { Failure } from "../../../../platform/failure.ts";

/** English messages by reason. Pages have their own: `{line}`, `{column}` and `{value}` are filled in. */
const REASONS = {
  empty: "has no lines below its header",
  encoding: "line {line}, column {column}: is not UTF-8: {value}",
  utf16: "must be UTF-8, or UTF-16 in little-endian order",
  malformed: "line {line}: is not CSV with the columns of the header",
  too_long: "must have at most {value} lines",
  too_wide: "line {line}: must have at most {value} columns",
  unguessed: "name the column; the file has: {value}",
  no_column: "is not a column of the file, which has: {value}",
  column_twice: "is the name of several columns",
  date: "line {line}, column {column}: is not a date: {value}",
  orders_differ: "line {line}, column {column}: has day and month in another order: {value}",
  order_unknown: "is needed, because days and months can be confused: line {line} has {value}",
  number: "line {line}, column {column}: is not a whole number: {value}",
  amount: "line {line}, column {column}: is not an amount with at most 8 decimals: {value}",
  marks_differ: "line {line}, column {column}: has another decimal mark: {value}",
  mark_unknown: "is needed, because a mark can be read in two ways: line {line} has {value}",
  name_shared: "line {line}, column {column}: is the name of several line items: {value}",
  key_long: "line {line}, column {column}: must have at most 500 characters",
  too_many_days: "covers {value} days; at most 366 are compared",
  too_many_figures: "covers too many days of too many line items; send a shorter one",
} as const;
export type Reason = keyof typeof REASONS;

/** The field that a refusal is about, if it is not the file. */
export type RefusedField =
  | "report_file"
  | "date_column"
  | "lineitem_column"
  | "impressions_column"
  | "revenue_column"
  | "date_order"
  | "decimal_mark";

export type Where = Readonly<{
  field?: RefusedField;
  /** From 1. */
  line?: number;
  column?: string;
  value?: string;
}>;

/** Characters of a cell that a message repeats. */
const SHOWN = 60;

/** Invalid: the report cannot be understood. Nothing of it has been kept. */
export class ReportRefused extends Failure {
  readonly reason: Reason;
  readonly field: RefusedField;
  /** What a message fills in. */
  readonly parts: Readonly<Record<"line" | "column" | "value", string>>;

  constructor(reason: Reason, { field = "report_file", line, column, value }: Where = {}) {
    const parts = {
      line: line === undefined ? "" : line.toLocaleString("en"),
      column: quoted(column ?? ""),
      value: reason === "unguessed" || reason === "no_column" ? (value ?? "") : quoted(value ?? ""),
    };
    const message = REASONS[reason].replace(
      /\{(line|column|value)\}/g,
      (_, name: keyof typeof parts) => parts[name],
    );
    super("invalid", "invalid-parameter", `${field}: ${message}`, { [field]: message });
    this.reason = reason;
    this.field = field;
    this.parts = parts;
  }
}

const quoted = (text: string): string =>
  /^\d{1,7}$/.test(text)
    ? text
    : `“${text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text}”`;
