/** No writing system puts this many marks on a letter. */
const manyMarks = /(?<!\p{M})\p{M}{65}/u
const pieces = /\P{M}*\p{M}{0,64}/gu

/**
 * Composes a text (NFC). Sorting a run of marks takes quadratic time, so a text with a run of more than 64 is composed
 * in pieces with at most 64.
 */
export const compose = (text: string): string =>
  manyMarks.test(text) ? text.replace(pieces, (piece) => piece.normalize('NFC')) : text.normalize('NFC')
