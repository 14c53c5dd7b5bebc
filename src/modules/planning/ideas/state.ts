/** The distance between neighbors that are placed at an end, or spread out. Halved for each one put between them. */
export const placeGap = 65_536

const placeMax = 2 ** 31 - 1

/**
 * Returns a place between two neighbors, null for an end of the list. Returns null if there is none, so that the list
 * has to be spread out first.
 */
export function placeBetween(before: number | null, after: number | null): number | null {
  if (before === null && after === null) return 0
  const place =
    before === null
      ? (after as number) - placeGap
      : after === null
        ? before + placeGap
        : before + Math.floor((after - before) / 2)
  const isBetween = (before === null || place > before) && (after === null || place < after)
  return isBetween && Math.abs(place) <= placeMax ? place : null
}

export const stagePresets = ['new', 'in_progress', 'ready'] as const
export type StagePreset = (typeof stagePresets)[number]

/** The names of the stages that a profile has at first. */
export const presetNames: Readonly<Record<StagePreset, string>> = {
  new: 'New',
  in_progress: 'In progress',
  ready: 'Ready',
}

interface Content {
  readonly title: string
  readonly text: string
  readonly url: string | null
  readonly mediaIds: readonly string[]
}

/** True for an idea that says nothing. */
export const isBlank = ({ title, text, url, mediaIds }: Content): boolean =>
  title === '' && text.trim() === '' && url === null && mediaIds.length === 0

/** Returns the text of a draft that begins with an idea: its text or else its title, and its URL if they lack it. */
export function draftText({ title, text, url }: Omit<Content, 'mediaIds'>): string {
  const words = text.trim() === '' ? title : text
  return [words, url !== null && !words.includes(url) ? url : ''].filter((part) => part !== '').join('\n\n')
}
