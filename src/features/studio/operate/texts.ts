/** Moments, sizes and small forms of the pages of operators; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { form, submit } from "../../web/layout/views.ts";
import type { Words } from "./words.ts";

export const NONE: Html = html`<span class="soft nil">–</span>`;

/** A moment in the person's time zone, for reading and for machines. */
export const momentView = (at: Date, timeZone: string, { locale }: Pick<Words, "locale">): Html =>
  html`<time datetime="${at.toISOString()}">${new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  }).format(at)}</time>`;

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** `3.4 GB`, in decimal units. */
export function bytesText(bytes: number, { locale }: Pick<Words, "locale">): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: UNITS[power] ?? "byte",
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1000 ** power);
}

/** A form that is only a button. */
export const actForm = (action: string, csrf: string, text: string, kind?: "danger"): Html =>
  form(action, csrf, submit(text, kind ?? "quiet"));

/** A person, who leads to their account. */
export const personLink = (user_id: number, name: string): Html =>
  html`<a href="/studio/operate/accounts/${user_id}">${name}</a>`;

/** Text that exists in English only, such as errors. */
export const english = (text: string | null): Html =>
  text === null ? NONE : html`<span class="reason" lang="en">${text}</span>`;
