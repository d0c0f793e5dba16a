/** Receives the form that was sent to a page: its origin and token first, then its fields and files. */
import { Failure } from "../failure.ts";
import { isMultipart, plainBody } from "./bodies.ts";
import { parsePath } from "./call.ts";
import { type Binding, requireOwnOrigin, requireToken } from "./csrf.ts";
import { type Form, type Intake, readMultipart } from "./multipart.ts";
import type { HttpOptions } from "./options.ts";
import { baseUrlOf, originOf } from "./origin.ts";
import { type BoundPage, callerOf, type FormValues } from "./pages.ts";

/** Maximum size of a form without its files: 64 KiB hold the longest description in any script. */
export const MAX_FORM_BYTES = 65_536;

/** A form as it was sent, whose files the caller of `receive` must discard. */
export type Sent = Pick<Form, "files" | "folder" | "reservation"> &
  Readonly<{
    /** The fields without the form's token. */
    given: FormValues;
    /** Why its files could not be received. */
    failure: Failure | null;
  }>;

/** Of a request without a form. */
export const NOT_SENT: Sent = {
  given: {},
  files: {},
  folder: null,
  reservation: null,
  failure: null,
};

/**
 * Reads the form that `binding.request` sends to `page`. Fails with 403 if it comes from another site or without the
 * form's token, which is checked before any file is written to disk.
 */
export async function receive(
  page: BoundPage,
  binding: Binding,
  options: HttpOptions,
): Promise<Sent> {
  const { request } = binding;
  requireOwnOrigin(request, [baseUrlOf(request, options.publicUrl), originOf(request)]);
  if (isMultipart(request)) return receiveFiles(page, binding, options);
  // Without the query: a link must not fill in a form that the person did not see.
  const { csrf, ...given } = plainBody(request) as FormValues;
  requireToken(binding, csrf);
  return { ...NOT_SENT, given };
}

async function receiveFiles(page: BoundPage, binding: Binding, options: HttpOptions) {
  const limits = { files: page.files, maxBodyBytes: MAX_FORM_BYTES };
  const intake = intakeOf(page, binding, options);
  let before: FormValues | null = null;
  const guard = ({ csrf, ...fields }: FormValues) => {
    requireToken(binding, csrf);
    before = fields;
  };
  try {
    const { raw } = binding.request;
    const form = await readMultipart(raw, limits, options.tmpDir, intake, guard);
    const { csrf: _, ...given } = form.fields as FormValues;
    return { ...form, given, failure: null };
  } catch (error) {
    // Only the person whose page it is sees the form again.
    if (before === null || !(error instanceof Failure)) throw error;
    return { ...NOT_SENT, given: before, failure: error };
  }
}

/** Reserves space for the user who pays for the page's files. */
function intakeOf(page: BoundPage, { request }: Binding, { room }: HttpOptions): Intake | null {
  const { session } = request;
  if (room === undefined || session === null) return null;
  return async (bytes, written) => {
    const payer = await page.payer(parsePath(page.params, request.params), callerOf(session));
    return room.reserve(payer ?? session.user_id, bytes, { written });
  };
}
