export const tagsMax = 500

/** Counts tags as YouTube does: a comma between tags, and quotation marks around a tag with a space. */
export const weighTags = (tags: readonly string[]): number =>
  tags.reduce((sum, tag) => sum + tag.length + (/\s/.test(tag) ? 2 : 0), Math.max(0, tags.length - 1))
