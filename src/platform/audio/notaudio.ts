/** Recognises kinds of files that people send by mistake, by their first bytes (read as latin1). */

/** The first match counts. The second part completes "This is …, not audio." */
export const NOT_AUDIO: readonly (readonly [RegExp, string])[] = [
  [
    /^(\xef\xbb\xbf)?\s*(<!--[^>]*-->\s*)*<(!doctype html|html|head|body|script|title)/i,
    "an HTML page",
  ],
  [/^(\xef\xbb\xbf)?\s*<(\?xml|rss|feed|svg|Error)/i, "an XML document"],
  [/^PK(\x03\x04|\x05\x06|\x07\x08)/, "a ZIP archive"],
  [/^\x1f\x8b/, "a gzip archive"],
  [/^BZh[1-9]/, "a bzip2 archive"],
  [/^\xfd7zXZ/, "an xz archive"],
  [/^7z\xbc\xaf\x27\x1c/, "a 7-Zip archive"],
  [/^Rar!\x1a/, "a RAR archive"],
  [/^.{257}ustar/s, "a tar archive"],
  [/^%PDF-/, "a PDF document"],
  [/^\xff\xd8\xff/, "a JPEG picture"],
  [/^\x89PNG\r\n\x1a\n/, "a PNG picture"],
  [/^GIF8[79]a/, "a GIF picture"],
  [/^RIFF....WEBP/s, "a WebP picture"],
  [/^RIFF....AVI /s, "an AVI video"],
  [/^\x1a\x45\xdf\xa3/, "a Matroska or WebM file"],
  [/^FLV\x01/, "a Flash video"],
  [/^MThd/, "a MIDI file (notes)"],
  [/^#EXTM3U/, "a playlist"],
  [/^\[playlist\]/i, "a playlist"],
  [/^\x7fELF/, "a program"],
  [/^MZ[^\xff]/, "a program"],
  [/^[{[]\s*["{[]/, "a JSON document"],
  [/^(\xef\xbb\xbf)?[\t\n\r\x20-\x7e\x80-\xfe]{64,}$/, "a text"],
];
