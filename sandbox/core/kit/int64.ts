const { rawJSON } = JSON as unknown as { rawJSON(text: string): object }

/** A number as the network writes it: unquoted, and larger than JavaScript reads without loss. */
export const int64 = (digits: string): object => rawJSON(digits)
