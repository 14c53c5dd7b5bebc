/** Cleans an identifier as people paste it: with a leading @ and invisible characters. */
export const cleaned = (identifier: string): string =>
  identifier
    .replace(/[\p{Cf}\s]/gu, '')
    .replace(/^@/, '')
    .toLowerCase()
