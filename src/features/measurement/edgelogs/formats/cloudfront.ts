/** CloudFront's standard and real-time logs: columns with tabs between, named by a line `#Fields:`; pure. */
import type { EdgeRequest, LineReader } from "../schema.ts";
import { bodyBytes, textOf, wholeOf } from "./parts.ts";

const FIELDS = /^#Fields:\s*/i;

/** Reads lines by the columns that the last line `#Fields:` has named. */
export function cloudfrontReader(): LineReader {
  let columns = new Map<string, number>();
  return (line) => {
    if (line.startsWith("#")) {
      if (FIELDS.test(line)) {
        const names = line.replace(FIELDS, "").split(/\s+/);
        columns = new Map(names.map((name, index) => [name.toLowerCase(), index]));
      }
      return null;
    }
    if (columns.size === 0) return "unreadable";
    const cells = line.split("\t");
    return requestOf((name) => textOf(cells[columns.get(name) ?? -1])) ?? "unreadable";
  };
}

type Cell = (name: string) => string | null;

/**
 * Needs `date`, `time`, `c-ip`, `cs-method`, `cs-uri-stem`, `sc-status`, `sc-bytes`; `sc-bytes` includes headers, so the
 * announced length, `sc-content-len` or the range, says what of it was audio.
 */
function requestOf(cell: Cell): EdgeRequest | null {
  const at = Date.parse(`${cell("date")}T${cell("time")}Z`);
  const [status, sent] = [wholeOf(cell("sc-status")), wholeOf(cell("sc-bytes"))];
  const [address, method, path] = [cell("c-ip"), cell("cs-method"), cell("cs-uri-stem")];
  if (Number.isNaN(at) || status === null || sent === null) return null;
  if (address === null || method === null || path === null) return null;
  const [start, end] = [wholeOf(cell("sc-range-start")), wholeOf(cell("sc-range-end"))];
  const announced =
    start !== null && end !== null ? end - start + 1 : wholeOf(cell("sc-content-len"));
  const query = cell("cs-uri-query");
  return {
    id: cell("x-edge-request-id"),
    at,
    address,
    method,
    target: query === null ? path : `${path}?${query}`,
    status,
    bytes: bodyBytes(sent, announced),
    first: status === 206 ? start : 0,
    range: status === 206 && start !== null && end !== null ? `bytes=${start}-${end}` : null,
    user_agent: decoded(cell("cs(user-agent)") ?? ""),
    referrer: cell("cs(referer)"),
  };
}

/** User agents are percent-encoded, some characters twice. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("%25", "%"));
  } catch {
    return text;
  }
}
