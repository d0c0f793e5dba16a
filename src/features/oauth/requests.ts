/** Reads and checks requests to the authorization server before its library sees them. */
import { IncomingMessage } from "node:http";
import { Failure } from "../../platform/failure.ts";
import { fieldsOf, requireFewFields } from "../../platform/http/fields.ts";

/** Bytes of a form, as the library itself has it. */
const MAX_FORM_BYTES = 56 * 1024;

/** A request that is refused with OAuth's `invalid_request` (RFC 6749 §5.2). */
export class InvalidRequest extends Error {
  override name = "InvalidRequest";
}

/**
 * The request as the library gets it: a multipart form as an urlencoded one, because existing clients
 * post the token request so and the library reads urlencoded forms only. Throws `InvalidRequest` when
 * a parameter has U+0000, which PostgreSQL cannot compare with anything, or when the form is too large
 * or has too many fields.
 */
export async function readRequest(raw: IncomingMessage): Promise<IncomingMessage> {
  const { pathname, search } = new URL(raw.url ?? "/", "http://localhost");
  if (pathname.includes("%00")) throw new InvalidRequest("the path has a NUL character");
  check(search.slice(1));
  const type = raw.headers["content-type"] ?? "";
  const isMultipart = /^multipart\/form-data/i.test(type);
  if (!isMultipart && !/^application\/x-www-form-urlencoded/i.test(type)) return raw;
  const body = await readBody(raw);
  const form = isMultipart ? await urlencoded(body, type) : body.toString();
  check(form);
  return withBody(raw, Buffer.from(form));
}

/** `form` is an urlencoded text. Throws `InvalidRequest`. */
function check(form: string): void {
  try {
    requireFewFields(form);
  } catch (error) {
    throw error instanceof Failure ? new InvalidRequest(error.message) : error;
  }
  for (const [name, value] of Object.entries(fieldsOf(form)))
    if (`${name}${value}`.includes("\0"))
      throw new InvalidRequest("a parameter has a NUL character");
}

async function readBody(raw: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of raw) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_FORM_BYTES) throw new InvalidRequest("the form is too large");
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

/** The request again, with `body` to be read in place of what was read already. */
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
  // Else the end of the stream would count as an abort and close the connection.
  copy.complete = true;
  return copy;
}
