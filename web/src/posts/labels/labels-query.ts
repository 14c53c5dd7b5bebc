import type { Item } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'

export type Label = Item<'listLabels', 'labels'>
export type LabelColor = Label['color']

const atOnce = 200

/** Fetches all labels of a brand, archived ones included. A brand has at most 500. */
async function readLabels(profileId: string): Promise<readonly Label[]> {
  const all: Label[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof api.listLabels>> = await api.listLabels({
      profileId,
      archived: ['false', 'true'],
      limit: atOnce,
      ...(cursor && { cursor }),
    })
    all.push(...page.labels)
    cursor = page.nextCursor
  } while (cursor !== null)
  return all
}

/** The labels of a brand, by name. */
export const labelsQuery = (profileId: string) =>
  queryOptions({ queryKey: ['labels', profileId], queryFn: () => readLabels(profileId) })

/** Fetches the labels for the filters of a page, unless it has them. Later, they would move others. */
export const readLabelsFirst = (profileId: string): Promise<unknown> =>
  queryClient.ensureQueryData(labelsQuery(profileId))

/** The hue of each color. Light and dark pages show the same color, next to the name. */
const tones: Readonly<Record<string, string>> = {
  gray: '0.6 0.015 260',
  red: '0.6 0.2 27',
  orange: '0.66 0.17 48',
  amber: '0.72 0.15 70',
  yellow: '0.78 0.15 95',
  lime: '0.7 0.17 125',
  green: '0.6 0.15 150',
  teal: '0.62 0.11 185',
  cyan: '0.66 0.11 215',
  blue: '0.58 0.17 255',
  indigo: '0.5 0.18 275',
  violet: '0.56 0.19 295',
  purple: '0.6 0.2 312',
  pink: '0.66 0.18 345',
  rose: '0.6 0.19 10',
  brown: '0.48 0.07 55',
}

export const labelColors = Object.keys(tones) as readonly LabelColor[]

/** Returns a color for CSS. A color that a later version of the service adds is gray. */
export const paintOf = (color: string | undefined): string => `oklch(${tones[color ?? 'gray'] ?? tones.gray})`

/** Returns the color that the fewest labels have, for a new label. */
export function pickColor(labels: readonly Label[]): LabelColor {
  const usesOf = (color: LabelColor) => labels.filter((label) => label.color === color).length
  const [first = 'gray', ...others] = labelColors.filter((color) => color !== 'gray')
  return others.reduce((best, color) => (usesOf(color) < usesOf(best) ? color : best), first)
}
