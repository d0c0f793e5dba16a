/** Turns text into outlines, so that pictures need no font of the system. */
import { readFileSync } from "node:fs";
import { create, type Font } from "fontkit";

/** Subsets of one typeface, in the order in which they are asked for a character. */
export type Face = readonly Font[];

/** Opens the files of a face. */
export const openFace = (files: readonly string[]): Face =>
  files.map((file) => create(readFileSync(file)) as Font);

const fontFor = (face: Face, character: string): Font | undefined =>
  face.find((font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

/** Whether the face has every character of `text`. */
export const hasAll = (face: Face, text: string): boolean =>
  [...text].every((character) => fontFor(face, character) !== undefined);

/** Neighbouring characters that the same subset draws; the others are left out. */
function runsOf(face: Face, text: string): { font: Font; text: string }[] {
  const runs: { font: Font; text: string }[] = [];
  for (const character of text) {
    const font = fontFor(face, character);
    const last = runs.at(-1);
    if (font === undefined) continue;
    if (last?.font === font) last.text += character;
    else runs.push({ font, text: character });
  }
  return runs;
}

const widthOf = (face: Face, text: string, size: number): number =>
  runsOf(face, text).reduce(
    (total, run) => total + (run.font.layout(run.text).advanceWidth * size) / run.font.unitsPerEm,
    0,
  );

type Box = Readonly<{ size: number; width: number; most: number }>;

/** Lines that fit into the box; text that does not fit ends with an ellipsis. */
export function linesOf(face: Face, text: string, { size, width, most }: Box): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== "")) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(face, longer, size) <= width)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const kept = lines.slice(0, most);
  return kept.map((line, at) => {
    const isCut = at === most - 1 && lines.length > most;
    return shortened(face, line, { size, width, isCut });
  });
}

function shortened(
  face: Face,
  line: string,
  { size, width, isCut }: { size: number; width: number; isCut: boolean },
): string {
  let text = isCut ? `${line}…` : line;
  let characters = [...line];
  while (characters.length > 1 && widthOf(face, text, size) > width) {
    characters = characters.slice(0, -1);
    text = `${characters.join("").trimEnd()}…`;
  }
  return text;
}

type Place = Readonly<{ x: number; y: number; size: number; fill: string }>;

/** A line as an SVG group of outlines; `y` is its baseline. */
export function lineOf(face: Face, text: string, { x, y, size, fill }: Place): string {
  let at = x;
  const glyphs: string[] = [];
  for (const { font, text: part } of runsOf(face, text)) {
    const scale = size / font.unitsPerEm;
    const { glyphs: drawn, positions } = font.layout(part);
    drawn.forEach((glyph, index) => {
      const { xAdvance = 0, xOffset = 0 } = positions[index] ?? {};
      const shift = (at + xOffset * scale).toFixed(2);
      const path = glyph.path.toSVG();
      if (path !== "")
        glyphs.push(
          `<path transform="translate(${shift} ${y}) scale(${scale} ${-scale})" d="${path}"/>`,
        );
      at += xAdvance * scale;
    });
  }
  return `<g fill="${fill}">${glyphs.join("")}</g>`;
}
