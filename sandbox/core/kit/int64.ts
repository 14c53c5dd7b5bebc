const { rawJSON } = JSON as unknown as { rawJSON(text: string): object }

/** Writes a number as the network does: unquoted, and possibly beyond the safe integer range of JavaScript. */
export const int64 = (digits: string): object => rawJSON(digits)
