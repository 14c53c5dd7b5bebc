/** No writing system puts this many marks on a letter. */
const manyMarks = /(?<!\p{M})\p{M}{65}/u
const pieces = /\P{M}*\p{M}{0,64}/gu

/**
 * Composes a text (NFC). A run of marks is put in order in quadratic time, so where one has more than 64 of them the text
 * is composed in pieces that have no more.
 */
export const compose = (text: string): string =>
  manyMarks.test(text) ? text.replace(pieces, (piece) => piece.normalize('NFC')) : text.normalize('NFC')
