/** No writing puts so many marks on a letter. */
const behindManyMarks = /(?<=\p{M}{64})/u

/**
 * Composes a text (NFC). A run of marks is put in order in quadratic time, so one of more than 64 is composed up to there
 * and the rest of its marks one by one.
 */
export const compose = (text: string): string =>
  text
    .split(behindManyMarks)
    .map((piece) => piece.normalize('NFC'))
    .join('')
