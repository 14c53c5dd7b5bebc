/** Writes a count with its noun: `1 post`, `12 posts`. */
export const countWords = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
