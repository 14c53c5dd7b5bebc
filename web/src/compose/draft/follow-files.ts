import { type Draft, type DraftMedia, type MediaFields, withOwn } from './draft.ts'
import { mediaFields } from './request.ts'

/** The fields of a file that can differ on an account. */
const ownable = ['altText', 'view', 'thumbnailStoragePath'] as const

/** True if two lists name the same files. */
export const haveSameFiles = (some: readonly MediaFields[], others: readonly MediaFields[]): boolean =>
  some.length === others.length && some.every(({ storagePath }, nth) => storagePath === others[nth]?.storagePath)

const areEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Returns the accounts' values after a change of the post's files. An account that shows the same files in another way
 * gets the change, and keeps what it shows differently. A list of other files is not changed.
 */
export function followFiles(
  own: Draft['own'],
  before: readonly DraftMedia[],
  after: readonly DraftMedia[],
): Draft['own'] {
  const were = mediaFields(before)
  const keys = before.flatMap(({ key, storagePath }) => (storagePath === null ? [] : key))
  return Object.entries(own).reduce((values, [id, { media }]) => {
    if (!media || !haveSameFiles(media, were)) return values
    const next = after.flatMap((file) => {
      const nth = keys.indexOf(file.key)
      return mediaFields([file]).map((fresh) => follow(fresh, were[nth], media[nth]))
    })
    return withOwn(values, id, { media: areEqual(next, mediaFields(after)) ? undefined : next })
  }, own)
}

/** Returns a file of the post with what an account shows differently. */
function follow(fresh: MediaFields, was: MediaFields | undefined, its: MediaFields | undefined): MediaFields {
  if (!was || !its) return fresh
  const pick = (name: (typeof ownable)[number]) => (areEqual(its[name], was[name]) ? fresh : its)[name]
  return Object.fromEntries([
    ['storagePath', fresh.storagePath],
    ...ownable.map((name) => [name, pick(name)] as const),
  ]) as unknown as MediaFields
}
