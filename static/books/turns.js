// Edits of a draft are kept one after another, whichever part of the page they are made in.

let last = Promise.resolve();

export function inTurn(work) {
  last = last.then(work);
  return last;
}
