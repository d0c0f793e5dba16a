/** The ways to work a page: by keyboard alone, with a finger, with a mouse. */
import type { Locator, Page } from "playwright-core";

type File = Parameters<Locator["setInputFiles"]>[0];

export type Hand = Readonly<{
  /** Presses a button, or follows a link. */
  press(target: Locator): Promise<void>;
  /** Replaces the text of a field. */
  write(field: Locator, text: string): Promise<void>;
  /** Enters a moment, such as `2027-03-20T07:30`. */
  enter(field: Locator, moment: string): Promise<void>;
  /** Chooses an option of a list by the beginning of its text. */
  choose(list: Locator, text: string): Promise<void>;
  /** Ticks a box, or chooses one of several. */
  tick(box: Locator): Promise<void>;
  /** Chooses a file; the dialog that asks for it belongs to the browser. */
  give(field: Locator, file: File): Promise<void>;
  /** Starts a player of the browser. */
  play(audio: Locator): Promise<void>;
  /** Moves the position of the waveform by about `seconds`; without scripts it cannot be moved. */
  turn(dial: Locator, seconds: number): Promise<void>;
}>;

/** More elements than one page has. */
const MOST_TABS = 400;

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((node) => node === node.ownerDocument.activeElement);

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let times = 0; times < MOST_TABS; times += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${target} of ${page.url()}`);
}

/** Tab reaches one choice of several, and arrows the others. */
async function arrowTo(page: Page, choice: Locator): Promise<void> {
  const name = await choice.getAttribute("name");
  const all = page.locator(`input[type="radio"][name="${name}"]`);
  const checked = page.locator(`input[type="radio"][name="${name}"]:checked`);
  await tabTo(page, (await checked.count()) > 0 ? checked : all.first());
  for (let times = await all.count(); times > 0 && !(await choice.isChecked()); times -= 1)
    await page.keyboard.press("ArrowDown");
}

export const byKeyboard = (page: Page): Hand => ({
  async press(target) {
    await tabTo(page, target);
    await page.keyboard.press("Enter");
  },
  async write(field, text) {
    await tabTo(page, field);
    await page.keyboard.press("Control+a");
    await page.keyboard.type(text);
  },
  /** Month, day and year, then hour, minute and half of the day, as the field has them in English. */
  async enter(field, moment) {
    const [, year, month, day, hours, minute] =
      /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/.exec(moment) ?? [];
    const hour = String(Number(hours) % 12 || 12).padStart(2, "0");
    await tabTo(page, field);
    await page.keyboard.type(`${month}${day}${year}`);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type(`${hour}${minute}${Number(hours) < 12 ? "A" : "P"}`);
  },
  async choose(list, text) {
    await tabTo(page, list);
    await page.keyboard.type(text);
  },
  async tick(box) {
    if (await box.isChecked()) return;
    if ((await box.getAttribute("type")) === "radio") return arrowTo(page, box);
    await tabTo(page, box);
    await page.keyboard.press("Space");
  },
  async give(field, file) {
    await tabTo(page, field);
    await field.setInputFiles(file);
  },
  async play(audio) {
    await tabTo(page, audio);
    await page.keyboard.press("Space");
  },
  async turn(dial, seconds) {
    await tabTo(page, dial);
    for (let times = 0; times < seconds; times += 1) await page.keyboard.press("ArrowRight");
  },
});

type Press = (target: Locator, where?: { position: { x: number; y: number } }) => Promise<void>;

const byPointer = (pressed: Press): Hand => ({
  press: (target) => pressed(target),
  async write(field, text) {
    await pressed(field);
    await field.fill(text);
  },
  enter: (field, moment) => field.fill(moment),
  async choose(list, text) {
    const option = list.locator("option").filter({ hasText: text }).first();
    await list.selectOption(await option.getAttribute("value"));
  },
  async tick(box) {
    if (!(await box.isChecked())) await pressed(box);
  },
  give: (field, file) => field.setInputFiles(file),
  async play(audio) {
    // Its button is at the left.
    await pressed(audio, {
      position: { x: 28, y: ((await audio.boundingBox())?.height ?? 0) / 2 },
    });
  },
  async turn(dial, seconds) {
    const track = dial.locator("xpath=..");
    const [length, at, box] = [
      Number(await dial.getAttribute("aria-valuemax")),
      Number(await dial.getAttribute("aria-valuenow")),
      await track.boundingBox(),
    ];
    const x = ((box?.width ?? 0) * (at + 1000 * seconds)) / length;
    await pressed(track, { position: { x, y: (box?.height ?? 0) / 2 } });
  },
});

export const byFinger = (): Hand => byPointer((target, where) => target.tap(where));
export const byMouse = (): Hand => byPointer((target, where) => target.click(where));
