import type { Input } from '@posthorn/sdk'
// A relative path, since tests also load this file in Node, where this workspace has no alias `#rules`.
import { readPlatform } from '../../../../rules/network-names.ts'
import type { Account, Draft, DraftMedia, MediaFields } from './draft.ts'

/** The fields of a post that this page writes, in API form. */
export type Fields = Required<
  Pick<
    Input<'updatePost'>,
    | 'content'
    | 'media'
    | 'thread'
    | 'platforms'
    | 'format'
    | 'title'
    | 'link'
    | 'firstComment'
    | 'language'
    | 'mentions'
    | 'tags'
  >
> & { readonly scheduledAt: string | null }

export const mediaFields = (media: readonly DraftMedia[]): MediaFields[] =>
  media.flatMap(({ storagePath, altText, view, thumbnail }) =>
    storagePath === null
      ? []
      : {
          storagePath,
          ...(altText && { altText }),
          view: view as NonNullable<typeof view>,
          ...(thumbnail && { thumbnailStoragePath: thumbnail }),
        },
  )

/** Converts the draft to API form. Files that are still being uploaded are omitted. */
export function toFields(draft: Draft, accounts: readonly Account[]): Fields {
  const targets = draft.accountIds.flatMap((id) => accounts.find((account) => account.id === id) ?? [])
  const platforms = [
    ...targets.map(({ id, platform }) => ({ platform, accountId: id, ...draft.own[id] })),
    ...draft.others,
  ]
  return {
    content: draft.content,
    media: mediaFields(draft.media),
    thread: draft.thread.map(({ content, media }) => ({ content, media: mediaFields(media) })),
    // The service checks an account's values, because it knows the settings of each network.
    platforms: platforms as Fields['platforms'],
    format: draft.thread.length > 0 ? 'thread' : draft.format,
    title: draft.title || null,
    link: draft.link || null,
    firstComment: draft.firstComment || null,
    language: draft.language || null,
    // A copy that an earlier version of this page has stored has neither.
    mentions: draft.mentions ?? [],
    tags: [...(draft.tags ?? [])],
    scheduledAt: draft.at,
  }
}

/** Returns the fields that differ. */
export function fieldsBetween(before: Fields, after: Fields): Partial<Fields> {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Fields]),
  )
  return Object.fromEntries(changed)
}

/** True if the service would have something to save. */
export const hasChanged = (before: Draft, after: Draft, accounts: readonly Account[]): boolean =>
  Object.keys(fieldsBetween(toFields(before, accounts), toFields(after, accounts))).length > 0

/**
 * Returns the request that creates a post from the draft, without empty fields. Without a time, it is published
 * immediately.
 */
export function toCreate(draft: Draft, profileId: string, accounts: readonly Account[]): Input<'createPost'> {
  const { format, platforms, ...fields } = toFields(draft, accounts)
  const named = platforms.map((place) =>
    typeof place === 'string' ? place : { ...place, platform: readPlatform(place.platform) ?? place.platform },
  )
  const hasValue = (value: unknown) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  const filled = Object.entries({ ...fields, platforms: named, ...(format !== 'post' && { format }) }).filter(
    ([, value]) => hasValue(value),
  )
  return { profileId, ...Object.fromEntries(filled) } as Input<'createPost'>
}

/** Returns the request that checks the draft. */
export const toCheck = (draft: Draft, profileId: string, accounts: readonly Account[]) => ({
  ...toFields(draft, accounts),
  profileId,
  confirmWarnings: [...draft.confirmed],
})
