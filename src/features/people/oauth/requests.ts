/** Reads and checks requests to the authorization server before its library does. */
import { IncomingMessage } from "node:http";
import { Failure } from "../../../platform/failure.ts";
import { fieldsOf } from "../../../platform/http/fields.ts";

/** Maximum bytes of a form, as in the library itself. */
const MAX_FORM_BYTES = 56 * 1024;

/** A refusal, which the kind of these paths renders as OAuth's `invalid_request` (RFC 6749 §5.2). */
const refused = (message: string) => new Failure("invalid", "invalid-request", message);

/**
 * The request as the library reads it. A multipart form becomes an urlencoded one, because existing clients post the
 * token request as multipart and the library reads urlencoded forms only. Repeated fields stay, because the library
 * must refuse them (RFC 6749 §3.1). Throws `Failure` (400) if a parameter contains U+0000, which PostgreSQL cannot
 * compare with anything, or if the form is too large or has too many fields.
 */
export async function readRequest(raw: IncomingMessage): Promise<IncomingMessage> {
  const { pathname, search } = new URL(raw.url ?? "/", "http://localhost");
  if (pathname.includes("%00")) throw refused("the path contains a NUL character");
  check(search.slice(1));
  const type = raw.headers["content-type"] ?? "";
  const isMultipart = /^multipart\/form-data/i.test(type);
  if (!isMultipart && !/^application\/x-www-form-urlencoded/i.test(type)) return raw;
  const body = await readBody(raw);
  const form = isMultipart ? await urlencoded(body, type) : body.toString();
  check(form);
  return withBody(raw, Buffer.from(form));
}

/** Checks an urlencoded form. Throws `Failure` (400). */
function check(form: string): void {
  for (const [name, value] of Object.entries(fieldsOf(form)))
    if (`${name}${value}`.includes("\0")) throw refused("a parameter contains a NUL character");
}

async function readBody(raw: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The stream is not destroyed when the form is too large: the rest is discarded, and the connection stays open.
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_FORM_BYTES) throw refused("the form is too large");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

async function urlencoded(body: Buffer, type: string): Promise<string> {
  const form = await new Response(body, { headers: { "content-type": type } })
    .formData()
    .catch(() => new FormData());
  const pairs = [...form].filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return new URLSearchParams(pairs).toString();
}

/** A copy of the request whose body is `body`, because the original body has been read. */
function withBody(raw: IncomingMessage, body: Buffer): IncomingMessage {
  const copy = new IncomingMessage(raw.socket);
  copy.method = raw.method ?? "POST";
  copy.url = raw.url ?? "/";
  copy.headers = {
    ...raw.headers,
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(body.length),
  };
  delete copy.headers["transfer-encoding"];
  copy.push(body);
  copy.push(null);
  // Otherwise the end of the stream would count as an abort and close the connection.
  copy.complete = true;
  return copy;
}
