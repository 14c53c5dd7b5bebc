/** Returns the `like` pattern of texts that contain these words, in which no character has a special meaning. */
export const containing = (words: string): string => `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`
