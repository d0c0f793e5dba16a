/** JSON that a page answers to a script of its own instead of HTML. */

/** JSON, with the status that the reply has. */
export class PageData {
  readonly value: object;

  constructor(value: object) {
    this.value = value;
  }
}
